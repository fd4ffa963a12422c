import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { StepChain } from '../../src/components/index.ts';
import type { Session } from '../../src/session/index.ts';
import { loadSample } from '../data/convertedSessions.ts';
import { workflow } from '../data/workflowSession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Runs/StepChain',
  component: StepChain,
  argTypes: { session: { control: false } },
  args: { session: workflow, selected: 'tool-006', onSelect: fn() },
} satisfies Meta<typeof StepChain>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Commands, agents and gates; a judge sent the run back, a test was retried, the last step has not begun. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('rolled back from Judge')).toBeVisible();
    await expect(canvas.getAllByText('judges the reply of Develop')).toHaveLength(2);
    await expect(canvas.getByText('Not begun')).toBeVisible();
  }),
};

/** By keyboard: chooses an attempt at a step. */
export const Keyboard: Story = {
  tags: ['case'],
  args: { selected: undefined },
  play: inTests(async ({ canvas, args }) => {
    const [first] = canvas.getAllByRole('button');
    first?.focus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect(args.onSelect).toHaveBeenCalledWith('tool-002');
  }),
};

/** The session that `pnpm etl` made of a workflow's log; without `onSelect` it has no buttons. */
export const Converted: Story = {
  tags: ['visual'],
  loaders: [async () => ({ session: await loadSample('wf') })],
  render: (_, { loaded }) => <StepChain session={(loaded as { session: Session }).session} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(canvas.getAllByRole('listitem').length).toBeGreaterThan(5);
  }),
};

/** One step that failed. */
export const Failed: Story = {
  args: {
    session: {
      ...workflow,
      session_id: 'workflow-1',
      status: 'failed',
      tool_calls: workflow.tool_calls.slice(3, 4).map((each) => {
        const { branch: _, ...rest } = each;
        return { ...rest, extensions: { wf: { step: 0, attempt: 1 } } };
      }),
      extensions: { wf: { task: 'one' } },
    },
  },
};

/** Draws nothing where the session is not a workflow run. */
export const Empty: Story = {
  tags: ['case'],
  args: { session: { ...workflow, session_id: 'workflow-2', extensions: {} } },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('list')).toBeNull();
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

/** Names with markup, and invalid step numbers. */
export const Hostile: Story = {
  tags: ['case'],
  args: {
    session: {
      ...workflow,
      session_id: 'workflow-3',
      tool_calls: workflow.tool_calls.map((each, n) => ({
        ...each,
        extensions: { wf: { step: [0, -1, 1.5, 1e12, 'x'][n % 5], attempt: 1e9, reads_reply_of: '__proto__' } },
      })),
      extensions: {
        wf: { config: { workflow: [{ name: `<img src=x onerror=alert(1)>\u202e${'tide'.repeat(500)}` }, null, 4] } },
      },
    },
  },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};
