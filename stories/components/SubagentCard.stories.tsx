import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { SubagentCard, SubagentTimeline } from '../../src/components/index.ts';
import type { Session, SubSession } from '../../src/session/index.ts';
import { createBuilders, scope } from '../data/builders.ts';
import { loadSample } from '../data/convertedSessions.ts';
import { hostileCalls } from '../data/hostile.ts';
import { longSession } from '../data/longSession.ts';
import { replaySession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const { call } = createBuilders(600);

const run = replaySession.sub_sessions[0] as SubSession;

/** The replay's session, with what its log says of the subagent. */
const session: Session = {
  ...replaySession,
  tool_calls: replaySession.tool_calls.map((each) =>
    each.call_id === run.triggered_by_call_id
      ? {
          ...each,
          input: { params: {}, description: 'Find every place that assumes a fixed offset' },
          subagent_info: {
            subagent_type: 'explorer',
            tool_uses: 6,
            tokens_used: 48_210,
            tools_breakdown: [
              { tool_name: 'Read', count: 3 },
              { tool_name: 'Grep', count: 1 },
              { tool_name: 'Bash', count: 1 },
              { tool_name: 'Task', count: 1 },
            ],
            sub_session_id: run.sub_session_id,
          },
        }
      : each,
  ),
};

const meta = {
  title: 'Rows/SubagentCard',
  component: SubagentCard,
  subcomponents: { SubagentTimeline },
  argTypes: { session: { control: false } },
  args: { session, subagent: run.sub_session_id, scope },
} satisfies Meta<typeof SubagentCard>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Type, task, result, tools, calls and tokens of a subagent. */
export const Typical: Story = {
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /explorer Find every place/ })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    await expect(canvas.getByText('48,210 tokens')).toBeVisible();
  }),
};

/** By keyboard: open the card, then the run inside its run. */
export const Open: Story = {
  tags: ['visual', 'case'],
  play: inTests(async ({ canvas, canvasElement }) => {
    canvas.getByRole('button', { name: /explorer/ }).focus();
    await userEvent.keyboard('{Enter}');
    const tree = await canvas.findByRole('tree');
    const inner = within(tree).getByRole('treeitem', { name: /Task reader/ });
    inner.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(inner).toHaveAttribute('aria-expanded', 'true');
    await expect(within(tree).getByRole('treeitem', { name: /WebFetch/ })).toHaveAttribute('aria-level', '2');
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  }),
};

/** Several, as in an overview of who did what. */
export const Several: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      {args.session.sub_sessions.map(({ sub_session_id }) => (
        <SubagentCard key={sub_session_id} {...args} subagent={sub_session_id} />
      ))}
      <SubagentCard {...args} session={withoutRun} subagent="tool-900" defaultOpen />
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('The log does not hold the inner run.')).toBeVisible();
  }),
};

/** A log that has only counts of its subagent's work, which failed. */
const withoutRun: Session = {
  ...replaySession,
  session_id: 'counted',
  tool_calls: [
    {
      ...call('Task', 'interaction', {
        description: 'Print the tables of all stations',
        outcome: 'failed',
        duration_ms: 312_000,
        subagent_info: { subagent_type: 'printer', tool_uses: 14 },
      }),
      call_id: 'tool-900',
    },
  ],
  sub_sessions: [],
};

/** Draws nothing where the session has no such subagent. */
export const Unknown: Story = {
  tags: ['case'],
  args: { subagent: 'nobody' },
  play: inTests(async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('.ark-subagent')).toBeNull();
  }),
};

/** A run of ten thousand items opens at once and scrolls. */
export const TenThousand: Story = {
  tags: ['case'],
  args: {
    defaultOpen: true,
    subagent: 'sub-long',
    session: { ...replaySession, session_id: 'long-run', sub_sessions: [longRun()] },
  },
  play: inTests(async ({ canvas }) => {
    const rows = (await canvas.findAllByRole('treeitem')).length;
    await expect(rows).toBeGreaterThan(5);
    await expect(rows).toBeLessThan(80);
  }),
};

function longRun(): SubSession {
  const { tool_calls, events } = longSession(10_000);
  return { ...run, sub_session_id: 'sub-long', tool_calls, events };
}

/** The session that `pnpm etl` made of a team of agents. */
export const Converted: Story = {
  tags: ['visual', 'case'],
  loaders: [async () => ({ session: await loadSample('claude-code') })],
  render: (_, { loaded }) => {
    const { session: converted } = loaded as { session: Session };
    return (
      <>
        {converted.sub_sessions.map(({ sub_session_id }) => (
          <SubagentCard key={sub_session_id} session={converted} subagent={sub_session_id} />
        ))}
      </>
    );
  },
};

export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { defaultOpen: true },
  decorators: [
    (Drawn) => (
      <Narrow>
        <Drawn />
      </Narrow>
    ),
  ],
};

/** A hostile run. */
export const Hostile: Story = {
  tags: ['case'],
  args: {
    defaultOpen: true,
    subagent: 'sub-hostile',
    session: {
      ...replaySession,
      session_id: 'hostile-run',
      sub_sessions: [
        {
          ...run,
          sub_session_id: 'sub-hostile',
          triggered_by_call_id: 'sub-hostile',
          parent_session_id: 'sub-hostile',
          agent: { agent_type: `<b>\u202e${'tide'.repeat(400)}` },
          task: { description: `<img src=x> \u200b${'tide'.repeat(400)}` },
          tool_calls: hostileCalls.map((each, n) => ({ ...each, call_id: `h-${n}`, seq: n + 1 })),
          events: [],
        },
      ],
    },
  },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};
