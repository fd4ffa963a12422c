import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, spyOn, userEvent, waitFor } from 'storybook/test';
import { CommandCard } from '../../src/components/index.ts';
import { scope } from '../data/builders.ts';
import * as calls from '../data/calls.ts';
import { hostileCalls } from '../data/hostile.ts';
import { chineseRun, inOtherFolder, longRun } from '../data/outputs.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Rows/CommandCard',
  component: CommandCard,
  parameters: { room: 'around' },
  args: { call: calls.command, scope },
  argTypes: {
    scope: { control: false },
    call: { control: false },
    playState: { control: 'inline-radio', options: ['done', 'running', 'ahead'] },
  },
} satisfies Meta<typeof CommandCard>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A command that succeeded; it can be copied. */
export const Succeeded: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    const written = spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Copy the command' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(written).toHaveBeenCalledWith('pnpm vitest run tests/tides --reporter=dot');
    await expect(canvas.getByText('exit 0')).toBeVisible();
    await expect(canvas.getByText('14.3 s')).toBeVisible();
    // The picture must not depend on when the button's own sign comes back.
    const said = (): string => canvas.getAllByRole('status').reduce((all, { textContent }) => all + textContent, '');
    await waitFor(() => expect(said()).toContain('Copied'));
    await waitFor(() => expect(said()).not.toContain('Copied'), { timeout: 10_000 });
  }),
};

/** A long run that failed: its end stays in view, and stderr is shown separately. */
export const Failed: Story = {
  tags: ['visual'],
  args: { call: longRun },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Failed')).toBeVisible();
    await expect(canvas.getByText('exit 1')).toBeVisible();
    await expect(canvas.getByText(/1 failed \| 1039 passed/)).toBeVisible();
    await expect(canvas.getByText(/no time zone data/)).toBeVisible();
    canvas.getByRole('button', { name: /lines hidden/ }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(await canvas.findByRole('list', { name: 'Output' })).toBeVisible();
  }),
};

/** A stack of commands: durations are right-aligned, and a change of folder is shown. */
export const Stack: Story = {
  tags: ['visual'],
  render: (args) => (
    <div style={{ display: 'grid', gap: 16 }}>
      <CommandCard {...args} />
      <CommandCard {...args} call={inOtherFolder} previousWorkdir="/home/mara/tidewatch" />
      <CommandCard {...args} call={calls.quietCommand} previousWorkdir="/home/mara/tidewatch" />
      <CommandCard {...args} call={calls.inferredFailure} />
      <CommandCard {...args} call={calls.denied} />
    </div>
  ),
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getAllByText('folder changed')).toHaveLength(1);
    const ends = [...canvasElement.querySelectorAll('.ark-command-card__duration')].map((cell) =>
      Math.round(cell.getBoundingClientRect().right),
    );
    await expect(new Set(ends).size).toBe(1);
  }),
};

/** A running command does not reveal its outcome. */
export const Running: Story = {
  args: { call: calls.running, playState: 'running' },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Running')).toBeVisible();
    await expect(canvas.queryByText(/built in/)).toBeNull();
  }),
};

/** The log ends before the result of the command. */
export const Unanswered: Story = {
  tags: ['case'],
  args: { call: calls.unanswered },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('no result in log')).toBeVisible();
  }),
};

/** Masked secrets are chips in the command and in its output. */
export const Masked: Story = { tags: ['visual', 'case'], args: { call: calls.masked } };

/** Shortened by the kit. */
export const Shortened: Story = {
  tags: ['case'],
  args: { call: calls.shortened },
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  parameters: { room: 'flush' },
  render: (args) => (
    <Narrow>
      <CommandCard {...args} call={chineseRun} />
      <CommandCard {...args} call={inOtherFolder} previousWorkdir="/home/mara/tidewatch" />
      <CommandCard {...args} call={calls.inferredFailure} />
    </Narrow>
  ),
};

/** Markup, escape sequences and reordering characters stay text. */
export const Hostile: Story = {
  tags: ['visual', 'case'],
  args: { call: hostileCalls[1] ?? calls.command },
  play: inTests(async ({ canvasElement }) => {
    await expectHarmless(canvasElement);
  }),
};
