import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Checklist } from '../../src/components/index.ts';
import { createBuilders, scope } from '../data/builders.ts';
import { chinesePlan, planChanges, planNow } from '../data/events.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { itemControls } from '../itemControls.ts';

const { plan } = createBuilders(600);

const meta = {
  title: 'Rows/Checklist',
  component: Checklist,
  argTypes: itemControls,
  args: { plan: planNow, changes: planChanges, scope, onOpenChange: fn() },
} satisfies Meta<typeof Checklist>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Folded: one segment an item, and the item in progress. */
export const Folded: Story = {
  play: inTests(async ({ canvas, args }) => {
    const button = canvas.getByRole('button', { name: /^Checklist Ask for the offset at each tide ?, 2 of 4 done/ });
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onOpenChange).toHaveBeenCalledWith(true);
    await expect(canvas.getAllByRole('listitem')).toHaveLength(5);
  }),
};

/** Open: lists in words what changed since the previous checklist. */
export const Open: Story = {
  tags: ['visual'],
  args: { defaultOpen: true },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('just done')).toBeVisible();
    await expect(canvas.getByText('just begun')).toBeVisible();
    await expect(canvas.getByText('added')).toBeVisible();
    await expect(canvas.getByText('taken out')).toBeVisible();
    await expect(canvas.getAllByRole('img', { name: 'done' })).toHaveLength(2);
  }),
};

/** No item done, all done, and more items than segments. */
export const Sizes: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      <Checklist scope={scope} plan={plan([])} />
      <Checklist scope={scope} plan={plan(['[x] One', '[x] Two'], { explanation: 'All done' })} />
      <Checklist
        scope={scope}
        plan={plan(Array.from({ length: 40 }, (_, at) => `[${at < 22 ? 'x' : at === 22 ? '>' : ' '}] Station ${at}`))}
      />
      <Checklist {...args} playState="ahead" />
    </>
  ),
};

/** In Chinese, at 360 px. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: () => (
    <Narrow>
      <Checklist plan={chinesePlan} scope={scope} defaultOpen />
    </Narrow>
  ),
};

/** Ten thousand items: one bar, and a list that shows more on request. */
export const TenThousand: Story = {
  tags: ['case'],
  args: {
    plan: plan(Array.from({ length: 10_000 }, (_, at) => `[${at < 6_000 ? 'x' : ' '}] Station ${at}`)),
    changes: undefined,
  },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelectorAll('.ark-segments__segment')).toHaveLength(2);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getAllByRole('listitem')).toHaveLength(201);
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Show 9,800 more items' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getAllByRole('listitem')).toHaveLength(1201);
  }),
};

/** Items with markup, reversed text, and endless words. */
export const Hostile: Story = {
  tags: ['case'],
  args: {
    plan: plan(['[>] <img src=x onerror=alert(1)>', '[ ] \u202egnp.exe', `[x] ${'tide'.repeat(1250)}`]),
    changes: undefined,
    defaultOpen: true,
  },
  play: inTests(async ({ canvasElement }) => {
    await expectHarmless(canvasElement);
  }),
};
