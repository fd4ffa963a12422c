import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { callRowHeight, ToolCallCard } from '../../src/components/index.ts';
import type { ContextReference } from '../../src/session/index.ts';
import { scope } from '../data/builders.ts';
import * as calls from '../data/calls.ts';
import { hostileCalls } from '../data/hostile.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { itemControls } from '../itemControls.ts';

const context: readonly ContextReference[] = [
  { type: 'file', source: 'src/stations/parseStation.ts', relevance: 'high' },
  { type: 'spec', source: 'docs/tables.md', relevance: 'medium' },
];

const meta = {
  title: 'Rows/ToolCallCard',
  component: ToolCallCard,
  argTypes: { ...itemControls, context: { table: { type: { summary: 'readonly ContextReference[]' } } } },
  args: { call: calls.edit, scope, onSelect: fn() },
} satisfies Meta<typeof ToolCallCard>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A successful call, with the context it drew on; it has no excerpt. */
export const Typical: Story = { args: { context }, argTypes: { excerpt: { control: false } } };

/** Every tool shows its main argument; paths lose the session's folder. */
export const Tools: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      {[
        calls.readFile,
        calls.readRange,
        calls.search,
        calls.edit,
        calls.editWithoutPatch,
        calls.write,
        calls.command,
        calls.quietCommand,
        calls.agent,
        calls.mcp,
        calls.web,
        calls.question,
        calls.longPath,
      ].map((call) => (
        <ToolCallCard key={call.call_id} {...args} call={call} />
      ))}
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: /^Read src\/stations\/ ?parseStation\.ts$/ })).toBeVisible();
    await expect(canvas.getByText('12 lines')).toBeVisible();
  }),
};

/** Calls without success give the cause in words. */
export const Troubles: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      {[
        calls.failedCommand,
        calls.inferredFailure,
        calls.failedEdit,
        calls.silentFailure,
        calls.denied,
        calls.interrupted,
        calls.cancelled,
        calls.unanswered,
        calls.abandoned,
      ].map((call) => (
        <ToolCallCard key={call.call_id} {...args} call={call} />
      ))}
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(
      canvas.getByRole('button', {
        name: /^Edit src\/tides\/ ?local\.ts ?, failed: String to replace not found in file\.$/,
      }),
    ).toBeVisible();
    await expect(canvas.getByText('no result in log')).toBeVisible();
    await expect(canvas.getByText('… 32 other lines')).toBeVisible();
  }),
};

/** Passed, current, running, and ahead of the playhead; the third row is selected. */
export const Standings: Story = {
  tags: ['visual'],
  render: (args) => (
    <>
      <ToolCallCard {...args} call={calls.readFile} />
      <ToolCallCard {...args} call={calls.search} />
      <ToolCallCard {...args} call={calls.edit} context={context} selected />
      <ToolCallCard {...args} call={calls.running} playState="running" current />
      <ToolCallCard {...args} call={calls.failedCommand} playState="ahead" />
      <ToolCallCard {...args} call={calls.write} playState="ahead" />
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button', { pressed: true })).toHaveTextContent('Edit');
    await expect(canvas.getByText('running')).toBeVisible();
    // A running call does not reveal its outcome.
    await expect(canvas.queryByText('1 line')).toBeNull();
  }),
};

/** Masked secrets are chips, and cut outputs are labelled. */
export const MaskedAndCut: Story = {
  tags: ['visual', 'case'],
  render: (args) => (
    <>
      <ToolCallCard {...args} call={calls.masked} />
      <ToolCallCard {...args} call={calls.truncated} />
      <ToolCallCard {...args} call={calls.shortened} />
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('api key')).toBeVisible();
    await expect(canvas.queryByText(/REDACTED/)).toBeNull();
    await expect(canvas.getByText('256 lines, then cut')).toBeVisible();
    await expect(canvas.getByText('52,704 lines')).toBeVisible();
  }),
};

/** A subagent with its inner calls; each deeper level has a rail of its own. */
export const Inner: Story = {
  tags: ['visual'],
  args: { expanded: true, onExpandedChange: fn() },
  render: ({ expanded, onExpandedChange, ...args }) => (
    <>
      <ToolCallCard
        {...args}
        call={calls.agent}
        innerFailures={2}
        expanded={expanded ?? true}
        onExpandedChange={onExpandedChange ?? fn()}
      />
      <ToolCallCard {...args} call={calls.search} depth={1} />
      <ToolCallCard {...args} call={calls.failedEdit} depth={1} />
      <ToolCallCard {...args} call={calls.failedCommand} depth={1} />
      <ToolCallCard {...args} call={calls.readFile} depth={2} />
      <ToolCallCard {...args} call={calls.edit} />
    </>
  ),
  play: inTests(async ({ canvas, args }) => {
    const toggle = canvas.getByRole('button', { name: 'Hide inner calls' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(toggle);
    await expect(args.onExpandedChange).toHaveBeenCalledWith(false);
    await expect(args.onSelect).not.toHaveBeenCalled();
  }),
};

/** Below 560 px a row drops time and result, and paths drop their folder. */
export const NarrowRows: Story = {
  tags: ['visual', 'case'],
  render: (args) => (
    <Narrow>
      {[calls.readFile, calls.edit, calls.failedCommand, calls.denied, calls.agent, calls.masked, calls.unanswered].map(
        (call) => (
          <ToolCallCard key={call.call_id} {...args} call={call} context={context} />
        ),
      )}
      <ToolCallCard {...args} call={calls.search} depth={1} />
    </Narrow>
  ),
};

/** Labels follow the language; content keeps its own. */
export const Chinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: (args) => (
    <>
      {[calls.chinese, calls.edit, calls.failedCommand, calls.unanswered, calls.agent].map((call) => (
        <ToolCallCard key={call.call_id} {...args} call={call} />
      ))}
    </>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('日志中没有结果')).toBeVisible();
    await expect(canvas.getByRole('button', { name: /^Bash pnpm vitest .*, 失败：退出码 1$/ })).toBeVisible();
  }),
};

/** Markup, reordering and invisible characters, and a word of 5,000 letters stay text on one line. */
export const Hostile: Story = {
  tags: ['visual', 'case'],
  render: (args) => (
    <>
      {hostileCalls.map((call) => (
        <ToolCallCard key={call.call_id} {...args} call={call} />
      ))}
    </>
  ),
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getAllByText('U+202E').length).toBeGreaterThan(1);
    await expectHarmless(canvasElement);
  }),
};

/** The whole row responds to the pointer, its button to the keyboard. */
export const Keyboard: Story = {
  tags: ['case'],
  render: (args) => (
    <>
      <ToolCallCard {...args} call={calls.readFile} />
      <ToolCallCard {...args} call={calls.edit} />
    </>
  ),
  play: inTests(async ({ canvas, args }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: /^Read/ })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(args.onSelect).toHaveBeenLastCalledWith(calls.edit.call_id);
  }),
};

/** `callRowHeight` predicts the height of a row, so that long lists need not measure. */
export const Heights: Story = {
  tags: ['!autodocs', 'case'],
  render: (args) => (
    <>
      {[calls.readFile, calls.failedCommand, calls.inferredFailure, calls.failedEdit].map((call) => (
        <div key={call.call_id}>
          <ToolCallCard {...args} call={call} data-testid={`wide ${call.call_id}`} />
          <ToolCallCard {...args} call={call} depth={1} data-testid={`inner ${call.call_id}`} />
          <Narrow>
            <ToolCallCard {...args} call={call} data-testid={`narrow ${call.call_id}`} />
          </Narrow>
        </div>
      ))}
    </>
  ),
  play: inTests(async ({ canvasElement }) => {
    for (const call of [calls.readFile, calls.failedCommand, calls.inferredFailure, calls.failedEdit]) {
      const height = (kind: string): number =>
        within(canvasElement).getByTestId(`${kind} ${call.call_id}`).getBoundingClientRect().height;
      await expect(height('wide')).toBe(callRowHeight(call, 1200));
      await expect(height('inner')).toBe(callRowHeight(call, 1200, 1));
      await expect(height('narrow')).toBe(callRowHeight(call, 360));
    }
  }),
};
