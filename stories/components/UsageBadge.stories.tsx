import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { UsageBadge } from '../../src/components/index.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Rows/UsageBadge',
  component: UsageBadge,
  parameters: { room: 'around' },
  args: { usage: { input: 4120, output: 59_112, cache_read: 7_932_410, cache_write: 288_004, cost_usd: 4.318 } },
} satisfies Meta<typeof UsageBadge>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Input, cache and output; hovering shows the rest. */
export const Short: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('7.93 M')).toBeVisible();
    await expect(canvas.getByText('59,112')).toBeVisible();
  }),
};

/** All counts of the source. */
export const Full: Story = { tags: ['visual'], args: { detail: 'full' } };

/** Counts that the standard does not name keep the source's name. */
export const OtherKinds: Story = { args: { usage: { output: 120, audio_seconds: 14 }, detail: 'full' } };

/** A source without counts says so: absent is not zero. */
export const Nothing: Story = {
  tags: ['case'],
  args: { usage: {} },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('not counted by the source')).toBeVisible();
  }),
};

/** At 360 px, in Chinese: the parts wrap. */
export const NarrowChinese: Story = {
  tags: ['case'],
  globals: { language: 'zh' },
  args: { detail: 'full' },
  render: (args) => (
    <Narrow>
      <UsageBadge {...args} />
    </Narrow>
  ),
  play: inTests(async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  }),
};

/** A kind whose name is endless and contains markup. */
export const Hostile: Story = {
  tags: ['case'],
  args: { usage: { output: 4, '<img src=x onerror=alert(1)>': 2, ['tide'.repeat(200)]: 1 }, detail: 'full' },
  play: inTests(async ({ canvasElement }) => {
    await expectHarmless(canvasElement);
  }),
};
