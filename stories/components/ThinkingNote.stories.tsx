import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { ThinkingNote } from '../../src/components/index.ts';
import { scope } from '../data/builders.ts';
import { thought, withheldThought } from '../data/events.ts';
import { hostileMessage } from '../data/hostile.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { itemControls } from '../itemControls.ts';

const meta = {
  title: 'Rows/ThinkingNote',
  component: ThinkingNote,
  argTypes: itemControls,
  args: { thinking: thought, scope },
} satisfies Meta<typeof ThinkingNote>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Folded to its beginning; the keyboard opens it. */
export const Folded: Story = {
  play: inTests(async ({ canvas }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: /^Thinking/ })).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect(canvas.getByText(/Where is the offset computed/)).toBeVisible();
    await userEvent.keyboard(' ');
    await expect(canvas.queryByText(/Where is the offset computed\? If once/, { selector: 'p' })).toBeNull();
  }),
};

/** The folded beginning is plain text, without Markdown. */
export const Marked: Story = {
  tags: ['case'],
  args: { thinking: { ...thought, text: '## **Reading the `spec`**\n\nIt says' } },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /^Thinking/ })).toHaveTextContent('Reading the spec');
    await expect(canvas.getByRole('button', { name: /^Thinking/ })).not.toHaveTextContent(/[*#`]/);
  }),
};

/** Open, and one whose text the source withheld: that is not the same as no thinking. */
export const OpenAndWithheld: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      <ThinkingNote {...args} defaultOpen />
      <ThinkingNote {...args} thinking={withheldThought} />
      <ThinkingNote {...args} playState="ahead" />
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('text omitted by the source')).toBeVisible();
    await expect(canvas.getAllByRole('button')).toHaveLength(2);
  }),
};

/** Ten thousand lines: the rest is shown on request. */
export const TenThousand: Story = {
  args: { thinking: { ...thought, text: Array.from({ length: 10_000 }, (_, at) => `Thought ${at}`).join('\n') } },
  play: inTests(async ({ canvas }) => {
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByText(/Thought 31$/)).toBeVisible();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Show 9,968 more lines' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByText(/Thought 9999$/)).toBeInTheDocument();
  }),
};

/** In Chinese, at 360 px. */
export const NarrowChinese: Story = {
  tags: ['case'],
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      <ThinkingNote {...args} />
      <ThinkingNote {...args} defaultOpen />
      <ThinkingNote {...args} thinking={withheldThought} />
    </Narrow>
  ),
  play: inTests(async ({ canvasElement }) => {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  }),
};

/** Thoughts with markup, dangerous links, and an endless word. */
export const Hostile: Story = {
  tags: ['case'],
  args: { thinking: { ...thought, text: hostileMessage.text }, defaultOpen: true },
  play: inTests(async ({ canvasElement }) => {
    await expectHarmless(canvasElement);
  }),
};
