import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { ToolCallDetail } from '../../src/components/index.ts';
import { scope } from '../data/builders.ts';
import * as calls from '../data/calls.ts';
import { hostileCalls } from '../data/hostile.ts';
import { longRun } from '../data/outputs.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Panel } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Panels/ToolCallDetail',
  component: ToolCallDetail,
  args: { call: calls.edit, scope, steps: { position: 76, total: 131, onStep: fn() } },
  decorators: [
    (Story, { parameters }) => (
      <Panel width={parameters.width}>
        <Story />
      </Panel>
    ),
  ],
} satisfies Meta<typeof ToolCallDetail>;
export default meta;

type Story = StoryObj<typeof meta>;

/** An edit: its patch is the centre of the page; of its long strings only the length is shown. */
export const Edit: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, canvasElement, args }) => {
    await expect(canvas.getByRole('heading', { name: 'Edit' })).toBeVisible();
    await expect(canvas.getByText('76 / 131')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Next call' }));
    await expect(args.steps?.onStep).toHaveBeenCalledWith(1);
    await waitFor(() => expect(canvasElement.querySelector('.ark-diff--library:not([hidden])')).not.toBeNull());
    await expect(
      canvas
        .getAllByRole('insertion')
        .map((each) => each.textContent)
        .join(' '),
    ).toMatch(/zone/);
  }),
};

/** An edit whose log has no patch: its strings are compared, without line numbers. */
export const EditWithoutPatch: Story = { tags: ['visual', 'case'], args: { call: calls.editWithoutPatch } };

/** A whole file that was written. */
export const Write: Story = { tags: ['visual', 'case'], args: { call: calls.write } };

/** A command that failed: its output as its terminal showed it. */
export const FailedCommand: Story = {
  args: { call: calls.failedCommand },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getAllByText(/AssertionError/)[0]).toBeVisible();
    await expect(canvas.getAllByText(/M2 at hour 9$/)[0]).toBeVisible();
  }),
};

/** A long output folds; the head of its section searches and unfolds it. */
export const LongOutput: Story = {
  tags: ['visual'],
  args: { call: longRun },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /lines hidden/ })).toBeVisible();
    canvas.getByRole('button', { name: 'Search the output' }).focus();
    await userEvent.keyboard('{Enter}to be 120');
    await expect(await canvas.findByText('1 / 1')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(canvas.getByRole('button', { name: 'Show all lines' }));
    await expect(await canvas.findByRole('list', { name: 'Output' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Fold the output' }));
  }),
};

/** The text that was read, with syntax highlighting. */
export const ReadFile: Story = {
  tags: ['visual', 'case'],
  args: { call: calls.readFile },
  play: inTests(async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText('export')[0]).toHaveAttribute('data-code', 'keyword'));
  }),
};

/** Side by side, for every file of the call, where there is room for two columns. */
export const SideBySide: Story = {
  parameters: { width: 800 },
  tags: ['case'],
  play: inTests(async ({ canvas, canvasElement }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Side by side' }));
    await expect(canvasElement.querySelector('.ark-diff[data-layout="split"]')).not.toBeNull();
  }),
};

/** Inferred facts are labelled so, field by field. */
export const Inferred: Story = { tags: ['visual', 'case'], args: { call: calls.inferredFailure } };

/** A call that was denied. */
export const Denied: Story = {
  tags: ['case'],
  args: { call: calls.denied },
};

/** A call without a result. */
export const Unanswered: Story = {
  tags: ['case'],
  args: { call: calls.unanswered },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('no result in log')).toBeVisible();
  }),
};

/** A running call does not reveal its outcome. */
export const Running: Story = {
  tags: ['case'],
  args: { call: calls.running, playState: 'running' },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Running')).toBeVisible();
    await expect(canvas.queryByText(/built in/)).toBeNull();
  }),
};

/** A subagent: its tools by use. */
export const Subagent: Story = { tags: ['visual'], args: { call: calls.agent } };

/** A result with fields of its own. */
export const Fields: Story = { tags: ['visual', 'case'], args: { call: calls.mcp } };

/** A result with a picture, a link where it cannot be fetched, and a part that is not text. */
export const Attached: Story = {
  tags: ['visual', 'case'],
  args: { call: calls.pictured },
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: /october\.png/ })).toHaveAttribute('download');
    await expect(canvas.getByText(/25 05:12 3\.41/)).toBeVisible();
  }),
};

/** Masked secrets. */
export const Masked: Story = { tags: ['visual'], args: { call: calls.masked } };

/** Shortened here; the whole text lies beside the session. */
export const Shortened: Story = {
  tags: ['visual', 'case'],
  args: { call: calls.shortened },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText(/52,704 lines, 1\.21 MB/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Download' })).toBeVisible();
  }),
};

/** Cut by the source: the rest is lost. */
export const CutBySource: Story = {
  tags: ['case'],
  args: { call: calls.truncated },
};

/** At either end, the button that leads nowhere stays in place, and does nothing. */
export const LastCall: Story = {
  tags: ['case'],
  args: { steps: { position: 131, total: 131, onStep: fn() } },
  play: inTests(async ({ canvas, args }) => {
    const next = canvas.getByRole('button', { name: 'Next call' });
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(next);
    await expect(args.steps?.onStep).not.toHaveBeenCalled();
  }),
};

/** In a sheet of 360 px the outcome of the call comes first. */
export const Narrow: Story = { tags: ['visual', 'case'], parameters: { width: 360 }, args: { call: calls.edit } };

/** In Chinese. */
export const Chinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { call: calls.chinese },
};

/** Markup, escape sequences and reordering characters stay text. */
export const Hostile: Story = {
  tags: ['visual', 'case'],
  args: { call: hostileCalls[1] ?? calls.edit },
  play: inTests(async ({ canvasElement }) => {
    await expectHarmless(canvasElement);
  }),
};

/** A tool whose name and parameters contain markup. */
export const HostileName: Story = {
  tags: ['case'],
  args: { call: hostileCalls[0] ?? calls.edit },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('heading', { name: '<img src=x onerror="alert(1)">' })).toBeVisible();
    await expect(canvasElement.querySelector('img, script, iframe')).toBeNull();
  }),
};
