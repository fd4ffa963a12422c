import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { WorkdirPath } from '../../src/components/index.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Code/WorkdirPath',
  component: WorkdirPath,
  parameters: { room: 'around' },
  args: { path: '/home/mara/tidewatch/packages/forecast-engine' },
} satisfies Meta<typeof WorkdirPath>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Folders as a trail; the last one stands out. */
export const Trail: Story = {
  tags: ['visual'],
  render: (args) => (
    <div style={{ display: 'grid', gap: 8 }}>
      <WorkdirPath {...args} />
      <WorkdirPath path="/home/mara" />
      <WorkdirPath path="/" />
      <WorkdirPath path="C:\Users\mara\tidewatch" />
    </div>
  ),
};

/** A change of folder is said in words. */
export const Changed: Story = {
  tags: ['visual'],
  args: { previous: '/home/mara/tidewatch' },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('folder changed')).toHaveAttribute('title', 'before: /home/mara/tidewatch');
  }),
};

/** An unchanged folder is not. */
export const Unchanged: Story = {
  tags: ['case'],
  args: { previous: '/home/mara/tidewatch/packages/forecast-engine' },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByText('folder changed')).toBeNull();
  }),
};

/** Where space is short, the path is shortened from the left. */
export const Narrow: Story = {
  tags: ['visual'],
  globals: { language: 'zh' },
  args: { previous: '/home/mara/tidewatch' },
  render: (args) => (
    <div style={{ width: 240, display: 'grid' }}>
      <WorkdirPath {...args} path="/home/mara/tidewatch/packages/forecast-engine/src/harmonics/constituents" />
    </div>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('constituents')).toBeVisible();
  }),
};

/** A folder with reversed text, and an endless one. */
export const Hostile: Story = {
  tags: ['case'],
  render: () => (
    <div style={{ width: 320, display: 'grid' }}>
      <WorkdirPath path={`/home/mara/\u202egnp/<b>bold</b>/${'tide'.repeat(300)}`} />
    </div>
  ),
  play: inTests(async ({ canvas, canvasElement }) => {
    await expectHarmless(canvasElement);
    await expect(canvas.getByText('U+202E')).toBeInTheDocument();
  }),
};
