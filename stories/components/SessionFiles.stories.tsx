import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { SessionFiles, type SessionFilesProps } from '../../src/components/index.ts';
import { endOf, indexSession, positionOf } from '../../src/replay/index.ts';
import type { Session, ToolCall } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { loadSession } from '../data/convertedSessions.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow, Panel } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const ferryBoard = '2026-04-21-001-the-board-shows-9-5-for-five-past-nine-please-fix-the-label';
const parcelLabels = '2026-04-22-001-print-a-barcode-line-under-each-label-and-drop-the-old';

/** A sample at its end. */
async function loadFiles(id: string): Promise<Pick<SessionFilesProps, 'index' | 'position' | 'scope'>> {
  const session = await loadSession(id);
  const index = indexSession(session);
  return { index, position: endOf(index), scope: { cwd: session.environment?.cwd } };
}

/** Follows the buttons that lead from change to change, as a replay does. */
function Stepping(args: SessionFilesProps) {
  const [position, setPosition] = useState(args.position);
  const { index } = args;
  const step = (id: string): void => setPosition(positionOf(index, index.itemById(id)?.index ?? 0));
  return <SessionFiles {...args} position={position} onStep={step} />;
}

/** Waits until an element stays where it is: lines that wrap are measured after they were drawn, and move those below them. */
async function atRest(element: Element): Promise<void> {
  const topOf = (): number => element.getBoundingClientRect().top;
  for (let top = Number.NaN; top !== topOf(); ) {
    top = topOf();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

const hostile = indexSession(hostileSession);

const meta = {
  title: 'Panels/SessionFiles',
  component: SessionFiles,
  argTypes: { index: { control: false }, position: { control: false }, scope: { control: false } },
  args: { index: hostile, position: endOf(hostile), onSelect: fn() },
  loaders: [() => loadFiles(ferryBoard)],
  render: (args, { loaded }) => <Stepping {...args} {...loaded} />,
} satisfies Meta<typeof SessionFiles>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Tree and file side by side; pressing a line shows who wrote it, on which prompt, and what that call had read. */
export const Typical: Story = {
  tags: ['visual'],
  // As high as what holds it, so that its panes scroll and not the page.
  args: { style: { height: 600 }, headingLevel: 3 },
  play: inTests(async ({ canvas, args }) => {
    await userEvent.click(await canvas.findByRole('treeitem', { name: /timetable\.py/ }));
    const line = await canvas.findByRole('button', { name: 'Line 42' });
    await atRest(line);
    await userEvent.click(line);
    await expect(canvas.getByText('Written by')).toBeVisible();
    await expect(canvas.getByRole('heading', { level: 3 })).toBeVisible();
    const asked = canvas.getByRole('button', { name: /^Good\. Count with len/ });
    await userEvent.click(asked);
    await expect(args.onSelect).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  }),
};

/** Edit by edit: shows the diff of the step that is current. */
export const EditByEdit: Story = {
  name: 'Edit by edit',
  play: inTests(async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('treeitem', { name: /gaps\.py/ }));
    await expect(await canvas.findByText(/sorted\(each/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'The change before' }));
    await waitFor(() => expect(canvas.queryByText(/sorted\(each/)).toBeNull());
    await expect(canvas.getByText('Step 1 of 2')).toBeVisible();
  }),
};

/** By keyboard alone: through the tree, into a file, from line to line. */
export const Keyboard: Story = {
  tags: ['!dev', '!autodocs'],
  play: inTests(async ({ canvas }) => {
    const first = (await canvas.findAllByRole('treeitem'))[0] as HTMLElement;
    first.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await expect(canvas.getByRole('treeitem', { name: /gaps\.py/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect(canvas.queryByRole('treeitem', { name: /gaps\.py/ })).toBeNull();
    canvas.getByRole('group', { name: 'Lines' }).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect(canvas.getByRole('button', { name: 'Line 2' })).toHaveAttribute('aria-pressed', 'true');
    await expect(canvas.getByText('Written by')).toBeVisible();
  }),
};

/** In the panel beside a list: the tree alone, then the file alone. */
export const InAPanel: Story = {
  name: 'In a panel',
  tags: ['visual'],
  render: (args, { loaded }) => (
    <Panel width={384}>
      <Stepping {...args} {...loaded} />
    </Panel>
  ),
  play: inTests(async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('treeitem', { name: /format\.py/ }));
    await expect(canvas.getByText('Something that is not in the log changed this file.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'All files' }));
    await expect(canvas.getByText(/^1 changed outside the log, too/)).toBeVisible();
    await expect(canvas.getByRole('tree')).toBeVisible();
  }),
};

/** A Codex session: a moved file, a removed one, and one whose content the log gives only in part. */
export const Moved: Story = {
  tags: ['visual'],
  loaders: [() => loadFiles(parcelLabels)],
  play: inTests(async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('treeitem', { name: /kinds\.py/ }));
    await expect((await canvas.findAllByText('renamed')).length).toBeGreaterThan(1);
    await userEvent.click(canvas.getByRole('treeitem', { name: /rules\.py/ }));
    await expect(canvas.getByText(/^Only parts of this file/)).toBeVisible();
  }),
};

/** The session with shell commands behind its last call. */
function withCommands(session: Session, commands: readonly string[]): Session {
  const last = session.tool_calls.at(-1);
  if (last === undefined) throw new Error('The session has no calls.');
  const seq = Math.max(...[...session.tool_calls, ...session.events].map((each) => each.seq ?? 0));
  const calls = commands.map(
    (command, n): ToolCall => ({
      call_id: `command-${n + 1}`,
      seq: seq + n + 1,
      tool_name: 'Bash',
      tool_category: 'action',
      started_at: last.ended_at,
      ended_at: last.ended_at,
      duration_ms: 40,
      input: { params: { command }, raw_command: command },
      output: { status: 'success' },
      outcome: 'succeeded',
    }),
  );
  return { ...session, tool_calls: [...session.tool_calls, ...calls] };
}

/** The ferry board's session, with commands that change a file it edited and two that it did not. */
async function loadCommanded(): Promise<Pick<SessionFilesProps, 'index' | 'position' | 'scope'>> {
  const session = withCommands(await loadSession(ferryBoard), [
    "sed -i 's/gap/space/' board/timetable.py",
    'python tools/render.py > docs/board.txt',
    'rm -f notes/ideas.md',
  ]);
  const index = indexSession(session);
  return { index, position: endOf(index), scope: { cwd: session.environment?.cwd } };
}

/** What shell commands did to files is not in the log: a file that is known otherwise says so, others stand below the tree. */
export const ByCommands: Story = {
  name: 'By commands',
  tags: ['visual'],
  args: { style: { height: 600 } },
  loaders: [loadCommanded],
  play: inTests(async ({ canvas, args }) => {
    const list = await canvas.findByRole('list', { name: /^Seem changed by commands/ });
    await expect(list).toHaveTextContent('docs/board.txt');
    await expect(list).toHaveTextContent('notes/ideas.md');
    await expect(canvas.getByRole('button', { name: /4 files are not wholly in it/ })).toBeVisible();
    await userEvent.click(within(list).getByRole('button', { name: /render\.py/ }));
    await expect(args.onSelect).toHaveBeenCalledWith('command-2');
    await userEvent.click(canvas.getByRole('treeitem', { name: /timetable\.py/ }));
    await expect(canvas.getByText('What a command did to this file is not in the log.')).toBeVisible();
  }),
};

/** The same on a phone, in Chinese: the file alone, with the command that changed it. */
export const ByCommandsNarrowChinese: Story = {
  name: 'By commands, narrow, in Chinese',
  tags: ['visual'],
  globals: { language: 'zh' },
  loaders: [loadCommanded],
  render: (args, { loaded }) => (
    <Narrow>
      <Stepping {...args} {...loaded} />
    </Narrow>
  ),
  play: inTests(async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('treeitem', { name: /timetable\.py/ }));
    await expect(canvas.getByText('日志中没有命令对此文件所做的改动。')).toBeVisible();
    await expect(canvas.getByRole('button', { name: /sed -i/ })).toBeVisible();
  }),
};

/** A drawn session at its end. */
function drawn(text: string): Pick<Story, 'render' | 'tags'> {
  const index = indexSession(sessionFromText(text));
  return { render: (args) => <SessionFiles {...args} index={index} position={endOf(index)} />, tags: ['case'] };
}

/** Files were read and none was changed: no count of zero. */
export const OnlyRead: Story = {
  name: 'Only read',
  ...drawn('0:00 user: Go\n0:01 Read(a.ts) 1s: a'),
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText('No file was changed by here.')).toBeVisible();
    await expect(canvasElement.textContent).not.toMatch(/net|\+0/);
  }),
};

/** Before anything was read or changed, it is said once. */
export const NothingYet: Story = {
  name: 'Nothing yet',
  ...drawn('0:00 user: Go\n0:01 assistant: Gone.'),
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByText(/^No file/)).toHaveTextContent('No file was read or changed by here.');
  }),
};

/** A change whose lines are not in the log counts none. */
export const UnknownLines: Story = {
  name: 'Unknown lines',
  ...drawn('0:00 user: Go\n0:01 Edit(a.ts) 1s'),
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByText('1 file changed, its lines are not in the log')).toBeVisible();
    await expect(canvas.getByRole('treeitem', { name: /a\.ts/ })).not.toHaveTextContent('+0');
  }),
};

/** On a phone, in Chinese. */
export const NarrowChinese: Story = {
  name: 'Narrow, in Chinese',
  tags: ['visual'],
  globals: { language: 'zh' },
  render: (args, { loaded }) => (
    <Narrow>
      <Stepping {...args} {...loaded} />
    </Narrow>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByRole('tree')).toBeVisible();
  }),
};

/** Names that would reorder, hide or run the text around them. */
export const Hostile: Story = {
  tags: ['!dev', '!autodocs'],
  loaders: [],
  render: (args) => <SessionFiles {...args} />,
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByRole('region', { name: 'Files of the session' })).toBeVisible();
    await expectHarmless(canvasElement);
  }),
};
