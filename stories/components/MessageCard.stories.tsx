import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, spyOn, userEvent } from 'storybook/test';
import { MessageCard } from '../../src/components/index.ts';
import { scope } from '../data/builders.ts';
import { hostileMessage } from '../data/hostile.ts';
import * as messages from '../data/messages.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { itemControls } from '../itemControls.ts';

const meta = {
  title: 'Rows/MessageCard',
  component: MessageCard,
  argTypes: itemControls,
  args: { message: messages.answered, scope: { ...scope, agentName: 'Claude' } },
} satisfies Meta<typeof MessageCard>;
export default meta;

type Story = StoryObj<typeof meta>;

/** The prompt on a ground of its own, the agent's answer on that of the list. */
export const Conversation: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      <MessageCard {...args} message={messages.asked} />
      <MessageCard {...args} message={messages.answered} />
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByText('once')).toHaveRole('strong');
    await expect(canvas.getAllByRole('listitem')).toHaveLength(3);
  }),
};

/** All of Markdown, without anything that executes or loads. */
export const Markdown: Story = {
  tags: ['visual'],
  args: { message: messages.rich },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByRole('link', { name: 'the zone database' })).toHaveAttribute(
      'rel',
      'noreferrer noopener',
    );
    await expect(canvas.queryByRole('heading')).toBeNull();
    await expect(canvasElement.querySelector('img, input')).toBeNull();
    await expect(canvas.getByRole('link', { name: 'the table' })).toHaveAttribute(
      'href',
      'https://tides.example.org/table.png',
    );
    await expect(canvas.getByRole('button', { name: 'Copy code' })).toBeVisible();
  }),
};

/** Messages that came in another way than as a prompt are labelled so. */
export const Origins: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      <MessageCard {...args} message={messages.queued} />
      <MessageCard {...args} message={messages.slashCommand} />
      <MessageCard {...args} message={messages.shell} />
      <MessageCard {...args} message={messages.teammate} />
      <MessageCard {...args} message={messages.hookContext} />
    </>
  ),
};

/** Text that programs inserted is folded to one line. */
export const Folded: Story = {
  args: { message: messages.hookContext },
  play: inTests(async ({ canvas }) => {
    const fold = canvas.getByRole('button', { expanded: false });
    await userEvent.tab();
    await expect(fold).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(canvas.getByText(/Rules: docs\/rules\.md/, { selector: '.ark-long-text *' })).toBeVisible();
  }),
};

/** A picture that cannot be fetched is a link, documents open in place, files download. */
export const Attachments: Story = {
  tags: ['visual'],
  args: { message: messages.withAttachments },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('list', { name: 'Attachments' })).toBeVisible();
    await expect(await canvas.findByRole('link', { name: /october-table/ })).toHaveAttribute(
      'download',
      'october-table.png',
    );
    await userEvent.click(canvas.getByText('north-sea.csv'));
    await expect(canvas.getByText(/Husum/)).toBeVisible();
  }),
};

/** A message can be copied as it was written; the button appears on hover or focus. */
export const Copying: Story = {
  tags: ['case'],
  args: { message: messages.answered },
  play: inTests(async ({ canvas }) => {
    const written = spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const button = canvas.getByRole('button', { name: 'Copy message' });
    await userEvent.tab();
    await expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(await canvas.findByRole('status')).toHaveTextContent('Copied');
    await expect(written).toHaveBeenCalledWith(messages.answered.text);
  }),
};

/** A long message is clipped, and says by how much. */
export const Long: Story = {
  tags: ['case'],
  args: { message: messages.longMessage },
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show 58 more lines' }));
    await expect(await canvas.findByText(/^Station 90/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show less' }));
    await expect(canvas.queryByText(/^Station 90/)).toBeNull();
  }),
};

/** Chinese content, Chinese labels. */
export const Chinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { message: messages.chineseMessage },
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByText('固定偏移')).toHaveRole('strong');
  }),
};

/** At 360 px. */
export const NarrowMessages: Story = {
  tags: ['visual', 'case'],
  render: (args) => (
    <Narrow>
      <MessageCard {...args} message={messages.asked} />
      <MessageCard {...args} message={messages.rich} />
      <MessageCard {...args} message={messages.hookContext} />
    </Narrow>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'the zone database' })).toBeVisible();
  }),
};

/** HTML stays text, dangerous links stay text with their address, a disguised link shows its host. */
export const Hostile: Story = {
  tags: ['visual', 'case'],
  args: { message: hostileMessage },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText(/\(evil\.example\)/)).toBeVisible();
    await expect(canvasElement.querySelector('b, h1')).toBeNull();
    await expectHarmless(canvasElement);
    await expect(canvas.getByText(/javascript:alert\(1\)/)).toBeVisible();
  }),
};
