import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { MonitorStatus } from '../../src/components/index.ts';
import type { Session } from '../../src/session/index.ts';
import { loadSample } from '../data/convertedSessions.ts';
import { replaySession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

function watched(session_id: string, metadata: object, summary?: object): Session {
  return {
    ...replaySession,
    session_id,
    extensions: { frago: { metadata, ...(summary === undefined ? {} : { summary }) } },
  };
}

const metadata = {
  agent_type: 'claude',
  project_path: '/home/mara/tidewatch',
  started_at: '2026-03-14T08:05:00.000Z',
  ended_at: '2026-03-14T08:20:33.000Z',
  status: 'completed',
  step_count: 61,
  tool_call_count: 17,
  last_activity: '2026-03-14T08:20:33.000Z',
};
const summary = {
  total_duration_ms: 933_000,
  user_message_count: 2,
  assistant_message_count: 5,
  tool_call_count: 16,
  tool_success_count: 12,
  tool_error_count: 2,
  most_used_tools: [
    { tool_name: 'Bash', count: 4 },
    { tool_name: 'Read', count: 3 },
    { tool_name: 'TodoWrite', count: 3 },
    { tool_name: 'Edit', count: 3 },
    { tool_name: 'Task', count: 1 },
  ],
  model: 'claude-sonnet-4-6',
  final_status: 'completed',
};
const running = { ...metadata, ended_at: null, status: 'running' };

const meta = {
  title: 'Runs/MonitorStatus',
  component: MonitorStatus,
  argTypes: { session: { control: false } },
  args: { session: watched('watched', metadata, summary) },
} satisfies Meta<typeof MonitorStatus>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Ended, with the monitor's summary; where the log gives another number, both are shown. */
export const Completed: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Completed');
    await expect(canvas.getAllByText(/in log$/).length).toBeGreaterThan(0);
  }),
};

/** Still at work: shows when something last happened. */
export const Running: Story = {
  tags: ['visual'],
  args: { session: watched('watched-1', running) },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Running');
    await expect(canvas.getByText(/^last activity 2026-03-14 08:20 UTC/)).toBeVisible();
  }),
};

/** Ended with an error. */
export const Failed: Story = { args: { session: watched('watched-2', { ...metadata, status: 'error' }) } };

/** Most used tools as names only, as the monitor's data model has them. */
export const NamesOnly: Story = {
  tags: ['case'],
  args: { session: watched('watched-3', metadata, { ...summary, most_used_tools: ['Bash', 'Read', 'Edit'] }) },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Bash, Read, Edit')).toBeVisible();
  }),
};

/** The session that `pnpm etl` made of a monitor's store. */
export const Converted: Story = {
  tags: ['case'],
  loaders: [async () => ({ session: await loadSample('frago') })],
  render: (_, { loaded }) => <MonitorStatus session={(loaded as { session: Session }).session} />,
};

/** Draws nothing for a session without a monitor. */
export const Empty: Story = {
  tags: ['case'],
  args: { session: replaySession },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('status')).toBeNull();
  }),
};

export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  decorators: [
    (Drawn) => (
      <Narrow>
        <Drawn />
      </Narrow>
    ),
  ],
};

const word = 'tide'.repeat(500);

/** Words in place of numbers, and markup in place of words. */
export const Hostile: Story = {
  tags: ['case'],
  args: {
    session: watched(
      'watched-4',
      {
        agent_type: `<b>\u202e${word}`,
        project_path: word,
        started_at: 'yesterday',
        last_activity: '\u200b',
        status: word,
      },
      {
        tool_call_count: Number.POSITIVE_INFINITY,
        most_used_tools: [{ tool_name: `<img src=x>${word}`, count: 3 }, 7],
      },
    ),
  },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};
