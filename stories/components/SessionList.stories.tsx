import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { type SessionEntry, SessionList } from '../../src/components/index.ts';
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
  tags: ['visual'],
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
