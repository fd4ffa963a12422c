import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, spyOn, userEvent, within } from 'storybook/test';
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

/** Facts that the log does not give are left out. */
export const Sparse: Story = {
  tags: ['visual'],
  globals: { language: 'zh' },
  args: { session: sparseSession },
};

/** At 360 px: as a card, and as the bar above a replay. */
export const NarrowCards: Story = {
  tags: ['visual', 'case'],
  render: (args) => (
    <Narrow>
      <SessionCard {...args} />
      <SessionCard {...args} look="bar" headingLevel={2} />
    </Narrow>
  ),
};

/** A button opens everything that is known of the session, and each value can be copied; Esc closes it. */
export const Details: Story = {
  args: {
    session: {
      ...session,
      task_description: 'The table of October is an hour late, in every port.',
      agent: { ...session.agent, capability_snapshot: '2026-01-25' },
      environment: { ...session.environment, sandbox: 'workspace-write', approval: 'never', locale: 'zh-CN' },
      usage: { total: 107_142 },
      extensions: { frago: { metadata: { source_file: '~/.claude/projects/x.jsonl' } } },
    },
  },
  play: inTests(async ({ canvas }) => {
    const button = canvas.getByRole('button', { name: 'Session details' });
    await expect(canvas.queryByRole('region', { name: 'Session details' })).toBeNull();
    await userEvent.click(button);
    const panel = within(canvas.getByRole('region', { name: 'Session details' }));
    for (const text of [
      'The table of October is an hour late, in every port.',
      session.session_id,
      '2026-01-25',
      'workspace-write',
      'never',
      'zh-CN',
      '107,142',
      '~/.claude/projects/x.jsonl',
    ]) {
      await expect(panel.getByText(text)).toBeVisible();
    }
    const copies = spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(panel.getByRole('button', { name: 'Copy Sandbox' }));
    await expect(copies).toHaveBeenCalledWith('workspace-write');
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('region', { name: 'Session details' })).toBeNull();
    await expect(button).toHaveFocus();
  }),
};

/** Times without an anchor count from 1970 on: that is not a date, and is not shown as one. */
export const DateUnknown: Story = {
  tags: ['case'],
  args: { session: { ...session, created_at: '1970-01-01T00:00:00.000Z', inferred: ['created_at'] } },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('not in log')).toBeVisible();
    await expect(canvasElement).not.toHaveTextContent('1970');
  }),
};

/** A title with markup and an endless folder. */
export const Hostile: Story = {
  tags: ['case'],
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

/** By keyboard: copies everything that is known of the session. */
export const Copying: Story = {
  tags: ['case'],
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
