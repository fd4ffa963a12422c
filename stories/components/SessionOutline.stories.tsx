import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { SessionOutline } from '../../src/components/index.ts';
import { chaptersOf, indexSession, placeNotes } from '../../src/replay/index.ts';
import type { Note } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow, Panel } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const index = indexSession(
  sessionFromText(`
    @ title Mend the parser
    0:00     Read(AGENTS.md) 20ms
    0:02     assistant: I have read how this project is built.
    0:10     user: The parser drops the last record of a file. Find out why, mend it, and run the tests.
    0:15     Read(src/parser.ts) 300ms
    0:19     Bash(pnpm test) 40s failed: 2 tests failed
    1:12     Edit(src/parser.ts) 100ms
    1:20     Bash(pnpm test) 40s
    2:10     Task(look through the callers) 2m as explorer
      2:12     Grep(parse) 20ms: 3 matches
      2:30     Read(src/cli.ts) 40ms
    4:30     assistant: The last record was dropped where a file does not end with a line feed. It is read now.
    9:30     user(command): /model
    9:31     user: And the changelog?
    9:40     Edit(CHANGELOG.md) 100ms
    9:42     assistant: It says so.
    9:50     user(command): /review
    9:52     Bash(git diff) 100ms
    9:58     assistant: Nothing to add.
  `),
);

const manyPrompts = Array.from(
  { length: 300 },
  (_, n) => `${n}:00 user: Step ${n + 1} of the long way, said at such length that it does not fit on one line`,
).join('\n');

const meta = {
  title: 'Panels/SessionOutline',
  component: SessionOutline,
  argTypes: { index: { control: false } },
  args: { index, current: 1, onGo: fn() },
  render: (args) => (
    <Panel width={225}>
      <SessionOutline {...args} />
    </Panel>
  ),
} satisfies Meta<typeof SessionOutline>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Chapters by prompt, with what was done before the first one, and a command that gave the agent work. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, args }) => {
    const chapters = canvas.getAllByRole('button');
    await expect(chapters).toHaveLength(4);
    await expect(canvas.getByText('Before the first prompt')).toBeVisible();
    await expect(chapters[1]?.closest('li')).toHaveAttribute('aria-current', 'step');
    await userEvent.click(chapters[2] as HTMLElement);
    await expect(args.onGo).toHaveBeenLastCalledWith(2);
    await userEvent.keyboard('{ArrowDown}');
    await expect(chapters[3]).toHaveFocus();
    await userEvent.keyboard('{Home}{Enter}');
    await expect(args.onGo).toHaveBeenLastCalledWith(0);
  }),
};

const note = (id: string, on: Note['on'], text: string): Note => ({ id, on, text, created_at: '2026-04-22T09:00:00Z' });

/** What readers noted stands in the chapters: a note, one on a line of a file, one on a range of time, and a bookmark. */
export const Noted: Story = {
  tags: ['visual'],
  args: {
    onGoToNote: fn(),
    scope: { cwd: '/srv/parser' },
    notes: placeNotes(index, [
      note(
        'note-1',
        { kind: 'range', from_ms: 15_000, to_ms: 59_000 },
        'It runs the tests before it knows what to mend.',
      ),
      note('note-2', { kind: 'item', item: 'tool-004' }, ''),
      note(
        'note-3',
        { kind: 'line', item: 'tool-004', path: '/srv/parser/src/parser.ts', side: 'new', line: 42 },
        'And <b>without</b> a line feed?',
      ),
    ]).placed,
  },
  play: inTests(async ({ canvas, args }) => {
    await expect(canvas.getAllByRole('button')).toHaveLength(7);
    canvas.getAllByRole('button')[1]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(canvas.getByRole('button', { name: /^Note It runs the tests .*0:00:15/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(canvas.getByRole('button', { name: /^Bookmark .*parser\.ts/ })).toHaveFocus();
    await expect(args.onGoToNote).toHaveBeenLastCalledWith(args.notes?.[1]);
    await userEvent.click(canvas.getByRole('button', { name: /<b>without<.*src\/parser\.ts, line 42/ }));
    await expect(args.onGoToNote).toHaveBeenLastCalledWith(args.notes?.[2]);
    await expect(args.onGo).not.toHaveBeenCalled();
  }),
};

/** Without navigation by the host. */
export const Still: Story = {
  tags: ['visual'],
  render: ({ index }) => (
    <Panel width={225}>
      <SessionOutline index={index} />
    </Panel>
  ),
};

/** Of many chapters only those in sight are drawn. Keys lead to the others, and the one that is played comes into view. */
export const ManyChapters: Story = {
  tags: ['case'],
  args: { index: indexSession(sessionFromText(manyPrompts)), current: 0 },
  render: (args) => (
    <Panel width={225}>
      <SessionOutline {...args} style={{ height: 400 }} />
    </Panel>
  ),
  play: inTests(async ({ args, canvas }) => {
    const last = chaptersOf(args.index).length;
    await expect(last).toBe(300);
    const drawn = (): HTMLElement[] => canvas.getAllByRole('button');
    await expect(drawn().length).toBeLessThan(40);
    drawn()[0]?.focus();
    await userEvent.keyboard('{End}');
    const row = drawn()
      .find((button) => button === document.activeElement)
      ?.closest('li');
    await expect(row).toHaveAttribute('aria-posinset', String(last));
    await expect(row).toHaveAttribute('aria-setsize', String(last));
    await expect(row).toBeVisible();
    await userEvent.keyboard('{PageUp}{ArrowUp}{Enter}');
    await expect(args.onGo).toHaveBeenLastCalledWith(last - 12);
    await expect(drawn().length).toBeLessThan(40);
  }),
};

/** Hostile texts: nothing is executed, and nothing leaves its line. */
export const Hostile: Story = {
  tags: ['case'],
  args: { index: indexSession(hostileSession), current: 0 },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};

/** In Chinese, as in the menu on a phone. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      <SessionOutline {...args} />
    </Narrow>
  ),
};
