import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { StatePanel } from '../../src/components/index.ts';
import { endOf, indexSession, positionOf, startOf } from '../../src/replay/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { scope } from '../data/builders.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { longSession } from '../data/longSession.ts';
import { replaySession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow, Panel } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const index = indexSession(replaySession);
const hostile = indexSession(hostileSession);
const empty = indexSession(sessionFromText('@ title Nothing'));
const long = indexSession(longSession(10_000));

const meta = {
  title: 'Panels/StatePanel',
  component: StatePanel,
  argTypes: { index: { control: false }, position: { control: false }, scope: { control: false } },
  args: { index, position: positionOf(index, index.callById('tool-011')?.index ?? 0), scope, onSelect: fn() },
  render: (args) => (
    <Panel width={384}>
      <StatePanel {...args} />
    </Panel>
  ),
} satisfies Meta<typeof StatePanel>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Folded: one line of figures. Enter unfolds it; a file leads to the call that touched it last. */
export const Folded: Story = {
  play: inTests(async ({ canvas, args }) => {
    await userEvent.tab();
    const head = canvas.getByRole('button', { name: /^State at 0:13:44 1 of 3 done/ });
    await expect(head).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(args.onSelect).toHaveBeenLastCalledWith('tool-010');
  }),
};

/** Unfolded: checklist with changes, folder, context, tokens, files. */
export const Unfolded: Story = {
  tags: ['visual'],
  args: { defaultOpen: true },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('18,206 tokens', { exact: false })).toBeVisible();
    await expect(canvas.getByText('parseStation.ts')).toBeVisible();
  }),
};

/** At the beginning nothing is known, and the panel says so. */
export const AtTheStart: Story = {
  args: { position: startOf(index), defaultOpen: true },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getAllByText('none yet')).toHaveLength(4);
  }),
};

/** An empty session. */
export const Empty: Story = {
  tags: ['case'],
  args: { index: empty, position: startOf(empty), defaultOpen: true },
};

/** Thousands of files: the latest are shown, and more on request. */
export const TenThousandRows: Story = {
  tags: ['case'],
  args: { index: long, position: endOf(long), defaultOpen: true },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { name: /^Show [\d,]+ more$/ })).toBeVisible();
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(400);
  }),
};

/** Markup, reordering characters and endless words. */
export const Hostile: Story = {
  tags: ['case'],
  args: { index: hostile, position: endOf(hostile), defaultOpen: true },
  play: inTests(({ canvasElement }) => expectHarmless(canvasElement)),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { defaultOpen: true },
  render: (args) => (
    <Narrow>
      <StatePanel {...args} />
    </Narrow>
  ),
};
