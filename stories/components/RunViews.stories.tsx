import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { SessionReplay } from '../../src/components/index.ts';
import type { Session } from '../../src/session/index.ts';
import { contentUrl, loadSample } from '../data/convertedSessions.ts';
import { linkedSession } from '../data/linkedSession.ts';
import { inTests } from '../inTests.ts';
import { replayControls } from '../replayControls.ts';

/** Facts about a run as a whole, in the details of a replay: plan, steps, monitor, subagents, import. */
const meta = {
  title: 'Runs/Run views',
  component: SessionReplay,
  args: { session: linkedSession, contentUrl, style: { height: 720 } },
  argTypes: replayControls,
  parameters: { docs: { story: { inline: false, height: '720px' } } },
} satisfies Meta<typeof SessionReplay>;
export default meta;

type Story = StoryObj<typeof meta>;

function opened(format: string, holds: string | RegExp): Pick<Story, 'loaders' | 'render' | 'play'> {
  return {
    loaders: [async () => ({ session: await loadSample(format) })],
    render: ({ style }, { loaded }) => (
      <SessionReplay session={(loaded as { session: Session }).session} contentUrl={contentUrl} style={style} />
    ),
    play: inTests(async ({ canvas }) => {
      const run = await canvas.findByRole('tab', { name: 'Run' });
      (await canvas.findByRole('tab', { name: 'Details' })).focus();
      await userEvent.keyboard('{ArrowLeft}');
      await expect(run).toHaveFocus();
      const panel = within(canvas.getByRole('complementary', { name: 'Details' }));
      await expect(panel.getAllByText(holds)[0]).toBeVisible();
      await expect(panel.getByRole('article', { name: 'Import report' })).toBeInTheDocument();
    }),
  };
}

/** A planner run: its plan and reviews. */
export const Planner: Story = { tags: ['visual'], ...opened('planner', 'Reviews') };

/** A workflow: its steps; each attempt at a step leads to its call. */
export const Workflow: Story = {
  ...opened('wf', 'Unit tests'),
  tags: ['visual'],
};

/** A monitored session: what the monitor saw. */
export const Monitored: Story = { ...opened('frago', 'Steps seen') };

/** A team: its subagents. */
export const Team: Story = { ...opened('claude-code', 'general-purpose') };

/** Links of the chosen call: in the gutter of the list, and with their reasons in the details. */
export const Links: Story = {
  tags: ['visual'],
  args: { level: 'everything' },
  play: inTests(async ({ canvas, canvasElement }) => {
    canvas.getByRole('treeitem', { name: /Edit src\/stations/ }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(await canvas.findByRole('heading', { name: 'Context it drew on' })).toBeInTheDocument();
    await expect(canvasElement.querySelectorAll('.ark-links__group').length).toBeGreaterThan(0);
    const panel = within(canvas.getByRole('complementary', { name: 'Details' }));
    await userEvent.click(panel.getByRole('button', { name: /Read src\/stations/ }));
    await expect(canvas.getByRole('treeitem', { selected: true })).toHaveAccessibleName(/Read src\/stations/);
    await expect(panel.getByRole('heading', { name: 'Used by' })).toBeInTheDocument();
  }),
};

/** The menu of what the list shows turns on the links of all calls. */
export const AllLinks: Story = {
  tags: ['case'],
  args: { level: 'everything' },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelector('.ark-links')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'View' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'All context links' }));
    await expect(canvasElement.querySelectorAll('[data-link="other"]').length).toBeGreaterThan(3);
  }),
};
