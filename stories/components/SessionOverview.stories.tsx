import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { type SessionEntry, SessionList, SessionOverview, type SessionQuery } from '../../src/components/index.ts';
import { type SessionSource, sessionsInMemory } from '../../src/session/index.ts';
import { listSamples } from '../data/convertedSessions.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const prices = {
  models: { 'claude-opus-4-8': { input: 5, output: 25, cache_read: 0.5, cache_write: 6.25 } },
  currency: 'USD',
  date: '2026-02-01',
};

/** The overview above the list that it filters; both within a window of 900 px, beyond which nothing is in a picture. */
function Both({
  source,
  onSelect,
}: {
  source: SessionSource;
  onSelect: ((id: string) => void) | undefined;
}): ReactElement {
  const [query, setQuery] = useState<SessionQuery>({});
  return (
    <>
      <div style={{ boxSizing: 'border-box', maxHeight: 520, overflow: 'auto', padding: 16 }}>
        <SessionOverview source={source} query={query} onQuery={setQuery} onSelect={onSelect} prices={prices} />
      </div>
      <SessionList source={source} query={query} onQuery={setQuery} onSelect={onSelect} style={{ height: 360 }} />
    </>
  );
}

const none = sessionsInMemory([]);

const meta = {
  title: 'Lists/SessionOverview',
  component: SessionOverview,
  args: { source: none, onSelect: fn() },
  argTypes: { source: { control: false }, query: { control: false } },
  loaders: [async () => ({ source: sessionsInMemory(await listSamples()) })],
  render: ({ onSelect }, { loaded }) => <Both source={loaded.source as SessionSource} onSelect={onSelect} />,
} satisfies Meta<typeof SessionOverview>;
export default meta;

type Story = StoryObj<typeof meta>;

/** The samples of the kit: a press on a bar filters list and overview; another removes the filter. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    const overview = within(await canvas.findByRole('region', { name: 'What the sessions took' }));
    await userEvent.click(await overview.findByRole('button', { name: /^claude-code \d/ }));
    const list = within(canvas.getByRole('region', { name: 'Sessions' }));
    await waitFor(() => expect(list.getByRole('combobox', { name: 'Format' })).toHaveValue('claude-code'));
    await waitFor(() => expect(overview.queryByRole('button', { name: /^codex-rollout \d/ })).toBeNull());
    await userEvent.selectOptions(list.getByRole('combobox', { name: 'Format' }), '');
    await userEvent.click(await overview.findByRole('button', { name: /^Tokens/ }));
    await expect(await overview.findByRole('button', { name: /^2026-02: / })).toBeVisible();
    await userEvent.click(overview.getByRole('button', { name: /^2026-02: / }));
    await userEvent.click(await list.findByRole('button', { name: /^Remove the filter 2026-02-01/ }));
    await expect(await overview.findByRole('button', { name: /^2026-03: / })).toBeVisible();
    await expect(list.getByRole('listbox').getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
  }),
};

const away: SessionSource = {
  page: async () => {
    throw new Error('The server does not answer.');
  },
  facets: none.facets,
};

/** The source cannot be reached. */
export const Away: Story = {
  tags: ['case'],
  render: () => <SessionOverview source={away} />,
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('The server does not answer.');
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  }),
};

const hostile: readonly SessionEntry[] = [
  {
    session_id: 'h',
    task_title: '<img src=x onerror=alert(1)>',
    status: 'success',
    created_at: '2026-03-14T08:05:00.000Z',
    model_id: '\u2066<b>model</b>',
    tool_calls_count: 3,
    failed_calls_count: 2,
    source_format: '<script>',
    project: `/${'tide'.repeat(400)}`,
    failing_tools: [{ tool: '__proto__', n: 2 }],
    longest_call: { tool: 'constructor', ms: 1e12 },
    models: [{ model: '__proto__', input: 7 }],
    tokens: 7,
  },
];

/** At 360 px, in Chinese, with names that are markup and endless. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: () => (
    <Narrow>
      <SessionOverview source={hostileSource} />
    </Narrow>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByText('失败最多的工具')).toBeVisible();
  }),
};

const hostileSource = sessionsInMemory(hostile);
