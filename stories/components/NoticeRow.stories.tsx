import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { IdleRow, NoticeRow } from '../../src/components/index.ts';
import { at, scope } from '../data/builders.ts';
import { compaction, notice, notices, unknownRecord } from '../data/events.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { itemControls } from '../itemControls.ts';

const meta = {
  title: 'Rows/NoticeRow',
  component: NoticeRow,
  argTypes: itemControls,
  args: { notice: compaction, scope },
} satisfies Meta<typeof NoticeRow>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A compaction: tokens before and after, and its duration. */
export const Compaction: Story = {
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('133,441 → 18,206 tokens · 2m 22s')).toBeVisible();
  }),
};

/** Every kind of notice, an unknown record, and an empty range. */
export const Kinds: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      {notices.map((each) => (
        <NoticeRow key={each.event_id} {...args} notice={each} />
      ))}
      <NoticeRow {...args} notice={unknownRecord} />
      <IdleRow scope={scope} at={at(4400)} idleMs={550_000} />
    </>
  ),
};

/** A record of an unknown type is kept whole, and inert. */
export const Unknown: Story = {
  args: { notice: unknownRecord },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('record kept as unknown')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: /tide-gauge-sync/ }));
    await expect(canvas.getByText(/<b>inert<\/b>/)).toBeVisible();
    await expect(canvasElement.querySelector('b')).toBeNull();
  }),
};

/** In Chinese, at 360 px. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      {notices.slice(0, 6).map((each) => (
        <NoticeRow key={each.event_id} {...args} notice={each} />
      ))}
      <NoticeRow {...args} notice={unknownRecord} />
      <IdleRow scope={scope} at={at(4400)} idleMs={550_000} />
    </Narrow>
  ),
};

/** A hook that printed markup and an endless word. */
export const Hostile: Story = {
  tags: ['case'],
  args: { notice: notice('hook', `<img src=x onerror=alert(1)>\n${'x'.repeat(5000)}`), defaultOpen: true },
  play: inTests(async ({ canvasElement }) => {
    await expectHarmless(canvasElement);
  }),
};

/** Ten thousand lines of a hook: unfolds by keyboard to its beginning and end. */
export const TenThousand: Story = {
  tags: ['case'],
  args: { notice: notice('hook', Array.from({ length: 10_000 }, (_, at) => `hook line ${at}`).join('\n')) },
  play: inTests(async ({ canvas }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: /hook line 0/ })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByText('hook line 9999')).toBeVisible();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: /9,982 lines hidden/ })).toHaveFocus();
  }),
};
