import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, spyOn, userEvent, waitFor } from 'storybook/test';
import { DiffView } from '../../src/components/index.ts';
import * as changes from '../data/changes.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Code/DiffView',
  component: DiffView,
  args: { source: changes.patch, cwd: '/home/mara/tidewatch' },
  argTypes: { source: { control: false } },
} satisfies Meta<typeof DiffView>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Once the word comparison has loaded, its rows replace the light ones. */
const compared = async (root: HTMLElement): Promise<void> => {
  await waitFor(() => expect(root.querySelector('.ark-diff--library:not([hidden])')).not.toBeNull(), {
    timeout: 10_000,
  });
};

/** In one column, numbered as the patch has it, words compared. */
export const Unified: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/^\+3$/)).toBeVisible();
    await compared(canvasElement);
    await expect(canvas.getAllByText('114')[0]).toBeVisible();
    await expect(canvasElement.querySelector('[title*="line"]')).toBeNull();
  }),
};

/** Side by side, by keyboard; and the patch copied. */
export const Split: Story = {
  tags: ['visual'],
  args: { defaultLayout: 'split' },
  play: inTests(async ({ canvas, canvasElement }) => {
    const layout = canvas.getByRole('button', { name: 'In one column' });
    layout.focus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('button', { name: 'Side by side' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('button', { name: 'In one column' })).toHaveFocus();
    await compared(canvasElement);
    const written = spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(canvas.getByRole('button', { name: 'Copy patch' }));
    await expect(written.mock.calls[0]?.[0]).toMatch(/^--- \/home\/mara[\s\S]*@@ -18,6 \+18,7 @@\n/);
    // The picture must not depend on when the button's own word comes back.
    await canvas.findByRole('button', { name: 'Copied' });
    await canvas.findByRole('button', { name: 'Copy patch' }, { timeout: 10_000 });
  }),
};

/** Two versions of a text: unchanged lines are folded to three around each change. */
export const TwoTexts: Story = {
  tags: ['visual'],
  args: { source: changes.tablePair(60) },
  play: inTests(async ({ canvasElement }) => {
    await compared(canvasElement);
  }),
};

/** Nothing differs. */
export const Same: Story = {
  tags: ['case'],
  args: { source: { before: 'one\ntwo', after: 'one\ntwo' } },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('No differences.')).toBeVisible();
    await expect(canvas.queryByRole('button')).toBeNull();
  }),
};

/** Deleted, moved and binary files, described in words. */
export const OtherChanges: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      <DiffView {...args} source={changes.deleted} />
      <DiffView {...args} source={changes.renamed} />
      <DiffView {...args} source={changes.binary} />
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('deleted')).toBeVisible();
    await expect(canvas.getByText('Moved, and not changed.')).toBeVisible();
    await expect(canvas.getByText(/A binary file/)).toBeVisible();
  }),
};

/** Hardly a line in common: one text replaces the other, without comparing words. */
export const Rewritten: Story = {
  tags: ['case'],
  args: { source: changes.rewrite },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/Hardly a line is as it was/)).toBeVisible();
    await expect(canvas.getByRole('list', { name: 'Diff' })).toBeVisible();
    await expect(canvasElement.querySelector('.ark-diff--library')).toBeNull();
  }),
};

/** Ten thousand lines: aligned by lines that occur once in both, and drawn only in view. */
export const TenThousand: Story = {
  tags: ['case'],
  args: { source: changes.tablePair(10_000) },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText(/^\+500$/)).toBeVisible();
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(1200);
    const list = canvas.getByRole('list', { name: 'Diff' });
    list.scrollTop = list.scrollHeight;
    await waitFor(() => expect(canvas.getByText(/at: 9993/)).toBeVisible());
  }),
};

/** With `onApply` it has a button to apply the change, which asks first. */
export const Applying: Story = {
  tags: ['visual'],
  args: { onApply: fn(async () => undefined) },
  play: inTests(async ({ canvas, canvasElement, args }) => {
    await compared(canvasElement);
    canvas.getByRole('button', { name: 'Apply' }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onApply).not.toHaveBeenCalled();
    await expect(canvas.getByRole('button', { name: 'Apply' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(canvas.getByRole('button', { name: 'Write' }));
    await expect(await canvas.findByRole('button', { name: 'Written' })).toHaveAttribute('aria-disabled', 'true');
    await expect(args.onApply).toHaveBeenCalledOnce();
  }),
};

/** The host could not write the change, and the reason is shown. */
export const ApplyFails: Story = {
  tags: ['case'],
  args: { onApply: () => Promise.reject(new Error('tides.ts has changes that are not committed.')) },
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Apply' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Write' }));
    await expect(await canvas.findByRole('button', { name: 'Could not be written' })).toBeVisible();
    const why = canvas.getByText('tides.ts has changes that are not committed.');
    await expect(why).toBeVisible();
    await expect(why.closest('[role="status"]')).toHaveTextContent('Could not be written');
  }),
};

/** Ten viewers share one style sheet of the library. */
export const ManyViewers: Story = {
  tags: ['case'],
  render: (args) => (
    <>
      {Array.from({ length: 10 }, (_, at) => (
        <DiffView key={String(at)} {...args} />
      ))}
    </>
  ),
  play: inTests(async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelectorAll('.ark-diff--library:not([hidden])')).toHaveLength(10), {
      timeout: 15_000,
    });
    const sheets = [...document.head.querySelectorAll('style[data-emotion="react-diff"]')].map(
      (sheet) => sheet.textContent,
    );
    await expect(sheets.length).toBeGreaterThan(0);
    await expect(new Set(sheets).size).toBe(sheets.length);
  }),
};

/** Characters that reorder code are made visible, and markup stays text. */
export const Hostile: Story = {
  tags: ['visual', 'case'],
  args: { source: changes.hostilePatch },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expectHarmless(canvasElement);
    await expect(canvas.getAllByText('U+202E')[0]).toBeVisible();
  }),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { onApply: fn() },
  render: (args) => (
    <Narrow>
      <DiffView {...args} />
    </Narrow>
  ),
  play: inTests(async ({ canvasElement }) => {
    await compared(canvasElement);
  }),
};

/** At 360 px there is no room for two columns: it uses one, whatever was asked for. */
export const NarrowSplit: Story = {
  tags: ['case'],
  args: { defaultLayout: 'split' },
  render: (args) => (
    <Narrow>
      <DiffView {...args} />
    </Narrow>
  ),
  play: inTests(async ({ canvasElement }) => {
    await compared(canvasElement);
    await expect(canvasElement.querySelector('.ark-diff[data-layout="split"]')).toBeNull();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  }),
};
