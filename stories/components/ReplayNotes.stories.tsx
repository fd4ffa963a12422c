import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { ReplayNotes, type ReplayNotesProps, SessionReplay } from '../../src/components/index.ts';
import { createManualClock, indexSession, type SessionIndex } from '../../src/replay/index.ts';
import type { Note, Session } from '../../src/session/index.ts';
import { loadSession } from '../data/convertedSessions.ts';
import { replaySession } from '../data/replaySession.ts';
import { inTests } from '../inTests.ts';

const ferryBoard = '2026-04-21-001-the-board-shows-9-5-for-five-past-nine-please-fix-the-label';

const note = (id: string, on: Note['on'], text: string): Note => ({ id, on, text, created_at: '2026-04-22T09:00:00Z' });

const timetable = '/home/noor/ferry-board/board/timetable.py';

const reviewed: readonly Note[] = [
  note('note-1', { kind: 'item', item: 'tool-001' }, 'It reads the table before it knows what is wrong.\nGood.'),
  note('note-2', { kind: 'item', item: 'tool-005' }, ''),
  note('note-3', { kind: 'range', from_ms: 34_000, to_ms: 76_000 }, 'Why does nothing happen here?'),
  note(
    'note-4',
    { kind: 'line', item: 'tool-015', path: timetable, side: 'new', line: 42 },
    'What of a ferry after midnight? <b>Not bold.</b>',
  ),
  note('note-5', { kind: 'item', item: 'of-another-session' }, 'Of another version'),
];

interface Loaded {
  readonly session: Session;
  readonly index: SessionIndex;
}

/** The session that the notes are about. */
async function loadReviewed(): Promise<Loaded> {
  const session = await loadSession(ferryBoard);
  return { session, index: indexSession(session) };
}

/** A host that keeps the notes. */
function Kept({ notes: given, ...props }: ReplayNotesProps): ReactElement {
  const [notes, setNotes] = useState(given);
  return <ReplayNotes {...props} notes={notes} onNotesChange={setNotes} />;
}

const meta = {
  title: 'Panels/ReplayNotes',
  component: ReplayNotes,
  args: { index: indexSession(replaySession), notes: reviewed, places: [{ kind: 'item', item: 'tool-003' }] },
  loaders: [loadReviewed],
  argTypes: { notes: { table: { type: { summary: 'readonly Note[]' } } } },
  render: (args, { loaded }) => <Kept {...args} index={(loaded as Loaded).index} />,
} satisfies Meta<typeof ReplayNotes>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Notes on a row, on a line of a file and on a range of time, and a bookmark; another can be written. */
export const Written: Story = {
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText(/<b>Not bold\.<\/b>/)).toBeVisible();
    await expect(canvas.getByText('1 note is on a row that this session does not have')).toBeVisible();
    await userEvent.type(canvas.getByRole('textbox', { name: 'New note' }), 'Too early?{Control>}{Enter}{/Control}');
    await expect(await canvas.findByText('Too early?')).toBeVisible();
    await expect(canvas.getAllByRole('listitem')).toHaveLength(5);
    const removes = canvas.getAllByRole('button', { name: 'Remove' });
    await userEvent.click(removes[0] as HTMLElement);
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(4));
  }),
};

/** Without a host that keeps changes, notes can only be read. */
export const ReadOnly: Story = {
  name: 'Read only',
  render: (args, { loaded }) => <ReplayNotes {...args} index={(loaded as Loaded).index} />,
};

/** No notes yet. */
export const Empty: Story = { args: { notes: [] } };

/** A replay whose host keeps notes. */
function Reviewed({ session }: { session: Session }): ReactElement {
  const [notes, setNotes] = useState(reviewed);
  return (
    <SessionReplay
      session={session}
      notes={notes}
      onNotesChange={setNotes}
      options={{ clock: createManualClock() }}
      style={{ height: 'calc(100dvh - 1px)' }}
    />
  );
}

/** In a replay: in the outline, marks in the list and above the scrub bar, a tab, and the keys B and Shift B. */
export const InReplay: Story = {
  name: 'In a replay',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' },
  render: (_, { loaded }) => <Reviewed session={(loaded as Loaded).session} />,
  play: inTests(async ({ canvas, canvasElement }) => {
    const marked = (): number => canvasElement.querySelectorAll('.ark-timeline__noted').length;
    await waitFor(() => expect(marked()).toBeGreaterThan(0));
    const before = marked();
    const row = canvasElement.querySelectorAll<HTMLElement>('[role=treeitem] > [data-item=call]')[1];
    await userEvent.click(row as HTMLElement);
    await userEvent.keyboard('b');
    await waitFor(() => expect(marked()).toBe(before + 1));
    await userEvent.keyboard('b');
    await waitFor(() => expect(marked()).toBe(before));
    await userEvent.keyboard('{Shift>}b{/Shift}');
    const field = await canvas.findByRole('textbox', { name: 'New note' });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.type(field, 'b and c are letters here{Control>}{Enter}{/Control}');
    const chapters = within(canvas.getByRole('navigation', { name: 'Chapters' }));
    await expect(await chapters.findByRole('button', { name: /^Note b and c are letters here/ })).toBeVisible();
    const panel = within(canvas.getByRole('region', { name: 'Notes' }));
    await expect(panel.getByText('b and c are letters here')).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: /timetable\.py, line 42/ }));
    await expect(await canvas.findByRole('button', { name: 'Line 42, with a note' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Note on this line' }));
    await expect(await canvas.findByRole('textbox', { name: 'New note' })).toHaveFocus();
  }),
};
