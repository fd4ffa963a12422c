import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, spyOn, userEvent } from 'storybook/test';
import { SessionCard } from '../../src/components/index.ts';
import { session, sparseSession } from '../data/session.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Lists/SessionCard',
  component: SessionCard,
  args: { session, activeMs: 2_433_000 },
} satisfies Meta<typeof SessionCard>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Title, outcome, model, folder, branch, figures, account. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Fix the October tide table');
    await expect(canvas.getByText('2:41:31')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Copy the facts of this session' })).toBeVisible();
    await expect(canvas.getByText('473 records: 429 converted, 39 ignored, 5 unknown')).toBeInTheDocument();
  }),
};

/** What the log does not say is left out. */
export const Sparse: Story = {
  tags: ['visual'],
  globals: { language: 'zh' },
  args: { session: sparseSession },
};

/** At 360 px: as a card, and as the bar above a replay. */
export const NarrowCards: Story = {
  tags: ['visual'],
  render: (args) => (
    <Narrow>
      <SessionCard {...args} />
      <SessionCard {...args} look="bar" headingLevel={2} />
    </Narrow>
  ),
};

/** A title of markup and a folder without end. */
export const Hostile: Story = {
  args: {
    session: {
      ...session,
      task_title: '<script>alert(1)</script> \u202eelbat',
      environment: { cwd: `/home/mara/${'deep/'.repeat(60)}tidewatch`, git_branch: 'x'.repeat(400) },
    },
  },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('<script>alert(1)</script>');
    await expectHarmless(canvasElement);
  }),
};

/** By keyboard: everything that is known of the session is copied. */
export const Copying: Story = {
  play: inTests(async ({ canvas }) => {
    const copied = fn(async (_text: string) => undefined);
    spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Copy the facts of this session' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('status')).toHaveTextContent('Copied');
    const lines = copied.mock.lastCall?.[0].split('\n');
    await expect(lines).toEqual(
      expect.arrayContaining(['Sandbox: workspace-write', 'Approval: on-request', 'CLI: claude-code 2.1.63']),
    );
  }),
};
