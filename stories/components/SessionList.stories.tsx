import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { type SessionEntry, SessionList, type SessionSource } from '../../src/components/index.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const titles = [
  'Find the lost hour of the October tables',
  'Print the tables of Zhoushan 舟山',
  'Draw the harmonics as a chart',
  'Why does the import of 214 stations take a minute?',
  'Move the station list into its own file',
];
const projects = ['/home/lin/tide-tables', '/home/lin/harbour-map'];
const formats = ['claude-code', 'codex-rollout', 'std001'];
const outcomes = ['succeeded', 'failed', 'interrupted', undefined];

function entry(n: number, more: Partial<SessionEntry> = {}): SessionEntry {
  return {
    session_id: `session-${n}`,
    task_title: titles[n % titles.length] ?? '',
    status: n % 7 === 3 ? 'in_progress' : 'success',
    outcome: n % 7 === 3 ? undefined : outcomes[n % outcomes.length],
    created_at: new Date(Date.parse('2026-03-14T08:05:00.000Z') - n * 5_400_000).toISOString(),
    total_duration_ms: 20_000 + ((n * 7919) % 5_000_000),
    model_id: n % 3 === 1 ? 'gpt-5-codex' : 'claude-sonnet-4-6',
    tool_calls_count: (n * 37) % 140,
    failed_calls_count: n % 4 === 1 ? 3 : 0,
    source_format: formats[n % formats.length] ?? '',
    project: n % 6 === 5 ? undefined : projects[n % projects.length],
    active_ms: 20_000 + ((n * 7919) % 2_000_000),
    tokens: n % 5 === 0 ? undefined : (n * 51_413) % 3_000_000,
    cost_usd: n % 3 === 1 ? undefined : ((n * 37) % 900) / 100,
    ...more,
  };
}

const sessions = Array.from({ length: 12 }, (_, n) => entry(n));
const tenThousand = Array.from({ length: 10_000 }, (_, n) => entry(n, { task_title: `${titles[n % 5]} (${n + 1})` }));

const meta = {
  title: 'Lists/SessionList',
  component: SessionList,
  args: { sessions, selected: 'session-0', onSelect: fn(), style: { height: 560 } },
} satisfies Meta<typeof SessionList>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Each session with its title, outcome, time, source and figures. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, args }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('12 sessions');
    const list = within(canvas.getByRole('listbox'));
    await expect(list.getByRole('option', { selected: true })).toHaveTextContent('Find the lost hour');
    await userEvent.click(canvas.getAllByText(/Zhoushan/)[0] as HTMLElement);
    await expect(args.onSelect).toHaveBeenLastCalledWith('session-1');
    canvas.getByRole('listbox').blur();
  }),
};

/** Of many folders those with the most sessions come first, the others by name. */
export const ManyProjects: Story = {
  tags: ['case'],
  args: {
    sessions: Array.from({ length: 120 }, (_, n) => entry(n, { project: `/home/lin/folder-${(n % 5) * (n % 40)}` })),
  },
  play: inTests(async ({ canvas }) => {
    const select = within(canvas.getByRole('combobox', { name: 'Project' }));
    await expect(select.getAllByRole('group').map((group) => group.getAttribute('label'))).toEqual([
      'Most sessions',
      'Others, by name',
    ]);
    const [most, others] = select.getAllByRole('group').map((group) => within(group).getAllByRole('option'));
    await expect(most).toHaveLength(8);
    await expect(most?.[0]).toHaveTextContent(/^folder-0 /);
    const names = others?.map(({ textContent }) => textContent ?? '') ?? [];
    await expect(names.length).toBeGreaterThan(4);
    await expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  }),
};

/** From the search into the list by keyboard; Enter opens. */
export const Keyboard: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas, args }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('searchbox', { name: 'Search sessions' })).toHaveFocus();
    await userEvent.keyboard('harmonics chart');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('2 of 12 sessions'));
    await userEvent.keyboard('{ArrowDown}');
    const list = canvas.getByRole('listbox', { name: 'Sessions' });
    await expect(list).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(args.onSelect).toHaveBeenLastCalledWith('session-7');
    await userEvent.keyboard('{Home}{Enter}');
    await expect(args.onSelect).toHaveBeenLastCalledWith('session-2');
    await expect(list).toHaveFocus();
  }),
};

/** Filtered by one format and by failure. */
export const Chosen: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Format' }), 'codex-rollout');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('4 of 12 sessions'));
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Status' }), 'failed');
    await waitFor(() => expect(canvas.getAllByRole('option', { name: /./ }).length).toBeGreaterThan(0));
    await expect(canvas.getByRole('status')).not.toHaveTextContent('4 of 12 sessions');
  }),
};

/** Nothing matches the filters: one press clears them. */
export const NothingFound: Story = {
  tags: ['visual', 'case'],
  play: inTests(async ({ canvas }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'nowhere');
    await userEvent.click(await canvas.findByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('12 sessions'));
    await userEvent.type(canvas.getByRole('searchbox'), 'nowhere');
    await expect(await canvas.findByText('No session is like this.')).toBeVisible();
  }),
};

/** No session yet: says how to make some. */
export const Empty: Story = {
  tags: ['case'],
  args: { sessions: [], selected: undefined },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('No sessions yet.')).toBeVisible();
    await expect(canvas.queryByRole('searchbox')).toBeNull();
  }),
};

/** A single session: without filters. */
export const One: Story = {
  tags: ['case'],
  args: { sessions: sessions.slice(1, 2), selected: undefined },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('combobox')).toBeNull();
    await expect(canvas.getAllByRole('option')).toHaveLength(1);
  }),
};

/** By project: the headings open and close by press and by keyboard. */
export const ByProject: Story = {
  tags: ['visual'],
  args: {
    storage: { getItem: (key) => (key === 'agent-replay-kit:list-group' ? 'project' : null), setItem: () => undefined },
  },
  play: inTests(async ({ canvas }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Group' }), 'project');
    const list = within(canvas.getByRole('listbox'));
    const heading = await list.findByRole('option', { name: /open tide-tables 6 sessions/ });
    await userEvent.click(heading);
    await expect(await list.findByRole('option', { name: /closed tide-tables 6 sessions/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(await list.findByRole('option', { name: /closed harbour-map 4 sessions/ })).toBeVisible();
    await userEvent.keyboard('{Enter}{Home}{Enter}');
    await expect(await list.findByRole('option', { name: /open tide-tables 6 sessions/ })).toBeVisible();
    canvas.getByRole('listbox').blur();
  }),
};

/** By day; then the longest first, without days. */
export const ByDay: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Group' }), 'day');
    await expect(await canvas.findByText('2026-03-14')).toBeVisible();
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Order' }), 'longest');
    await waitFor(() => expect(canvas.queryByText('2026-03-14')).toBeNull());
    await expect(canvas.getAllByRole('option', { name: /calls/ })[0]).toHaveTextContent('Print the tables');
  }),
};

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};

/** Order and grouping are kept in a storage of the host's; what is no choice of the kit is not used. */
export const Remembered: Story = {
  tags: ['case'],
  args: { storage },
  beforeEach: () => {
    kept.clear();
    kept.set('agent-replay-kit:list-sort', 'failures');
    kept.set('agent-replay-kit:list-group', '<script>');
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('combobox', { name: 'Order' })).toHaveValue('failures');
    await expect(canvas.getByRole('combobox', { name: 'Group' })).toHaveValue('none');
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Group' }), 'project');
    await expect(kept.get('agent-replay-kit:list-group')).toBe('project');
  }),
};

const briefed = [
  entry(0),
  entry(1),
  entry(2, {
    failed_calls_count: 5,
    inner_tool_calls_count: 12,
    inner_failed_calls_count: 1,
    failing_tools: ['Bash', 'Edit', 'WebFetch', 'Task'].map((tool, n) => ({ tool, n: n === 0 ? 3 : 1 })),
    longest_call: { tool: 'Bash', ms: 103_000 },
    models: [{ model: 'claude-opus-4-8' }, { model: 'claude-haiku-4-5' }],
  }),
];

/** The brief of a session where the pointer rests or the keyboard stays, from its entry alone; then what the host adds. */
export const Hovered: Story = {
  tags: ['visual'],
  args: {
    sessions: briefed,
    brief: (id) => <p>Asked: why an hour is missing in {id}.</p>,
    style: { height: 560, width: 480, maxWidth: '100%' },
  },
  play: inTests(async ({ canvas }) => {
    await userEvent.hover(canvas.getAllByText(/harmonics/)[0] as HTMLElement);
    await canvas.findByRole('tooltip');
    await waitFor(() => expect(canvas.getByRole('tooltip')).toHaveTextContent('missing in session-2'));
    const card = within(canvas.getByRole('tooltip'));
    const lines = card.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    await expect(lines).toEqual([
      'Outcome: Interrupted',
      'Calls: 5 +1 failed74 +12 calls',
      'Failed: Bash 3 · Edit 1 · WebFetch 1 · +1',
      'Longest call: Bash · 1m 43s',
      'Duration: 35.8 s',
      'Spent: 102,826 tokens · $0.74',
      'Model: claude-opus-4-8 · claude-haiku-4-5',
    ]);
    await userEvent.unhover(canvas.getAllByText(/harmonics/)[0] as HTMLElement);
    canvas.getByRole('listbox').focus();
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(canvas.getByRole('tooltip')).toHaveTextContent('missing in session-0'));
  }),
};

const MILLION = 1_000_000;
const HOUR_MS = 3_600_000;
const newest = Date.parse('2026-03-14T08:05:00.000Z');

/** A million sessions that exist only while they are asked for: one an hour, back for a hundred years. */
const million: SessionSource = {
  page: async ({ before = Number.POSITIVE_INFINITY }, { after = '0', limit = 100 } = {}) => {
    const jump = Math.max(0, Math.ceil((newest - before + 1) / HOUR_MS));
    const first = Math.max(Number(after), jump);
    const last = Math.min(first + limit, MILLION);
    const page = Array.from({ length: last - first }, (_, at) =>
      entry(first + at, {
        task_title: `${titles[(first + at) % 5]} (${first + at + 1})`,
        created_at: new Date(newest - (first + at) * HOUR_MS).toISOString(),
      }),
    );
    return {
      sessions: page,
      next: last < MILLION ? String(last) : undefined,
      total: { n: MILLION - jump, exact: true },
    };
  },
  facets: async () => ({
    format: formats.map((value) => ({ value, n: Math.floor(MILLION / 3) })),
    outcome: [],
    model: [],
    project: projects.map((value) => ({ value, n: MILLION / 2 })),
    month: ['2026-03', '2026-02', '1999-12'].map((value) => ({ value, n: 744 })),
  }),
};

/** A million sessions: pages are fetched as they come in sight, and a month is one jump away. */
export const AMillion: Story = {
  name: 'A Million',
  tags: ['visual'],
  args: { sessions: undefined, source: million, selected: undefined },
  play: inTests(async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('1,000,000 sessions'));
    await expect(await canvas.findByRole('option', { name: /\(1\)/ })).toBeVisible();
    canvas.getByRole('listbox').focus();
    await userEvent.keyboard('{End}');
    await expect(await canvas.findByRole('option', { name: /\(100\)/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{End}');
    await expect(await canvas.findByRole('option', { name: /\(200\)/ })).toBeVisible();
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(700);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Month' }), '1999-12');
    await waitFor(() => expect(canvas.getAllByText(/^1999-12-31 23:05/)[0]).toBeVisible());
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Month' }), '');
    await expect(await canvas.findByRole('option', { name: /\(1\)/ })).toBeVisible();
    canvas.getByRole('listbox').blur();
  }),
};

let isAway = true;

/** The source cannot be reached: the list says why, and offers to try again. */
export const Away: Story = {
  tags: ['visual'],
  args: {
    sessions: undefined,
    source: {
      page: async (query, options) => {
        if (isAway) throw new Error('The server does not answer.');
        return million.page(query, options);
      },
      facets: million.facets,
    },
  },
  beforeEach: () => {
    isAway = true;
  },
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByText('The server does not answer.')).toBeVisible();
    isAway = false;
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(await canvas.findByRole('option', { name: /\(1\)/ })).toBeVisible();
  }),
};

/** Ten thousand sessions: only those in sight are drawn, and the last can be reached. */
export const TenThousand: Story = {
  tags: ['case'],
  args: { sessions: tenThousand },
  play: inTests(async ({ canvas, canvasElement }) => {
    canvas.getByRole('listbox').focus();
    await userEvent.keyboard('{End}');
    const last = await canvas.findByRole('option', { name: /\(10000\)/ });
    await expect(last).toBeVisible();
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(600);
  }),
};

/** Titles with markup, reordering characters and endless words; an unknown status. */
export const Hostile: Story = {
  tags: ['case'],
  args: {
    sessions: [
      entry(0, { task_title: '<img src=x onerror=alert(1)> \u202eelbat \u200b' }),
      entry(1, { task_title: 'tide'.repeat(2000), model_id: '\u2066<b>model</b>', source_format: '<script>' }),
      entry(2, { task_title: '', status: '__proto__', outcome: 'constructor', created_at: 'never' }),
    ],
  },
  play: inTests(({ canvasElement }) => expectHarmless(canvasElement)),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      <SessionList {...args} />
    </Narrow>
  ),
};
