'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { addNote, type PlacedNote, placeNotes, type SessionIndex, toggleBookmark } from '../../replay/index.ts';
import type { Note, NotePlace, NotesFile } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { notesWords } from '../language/english/notes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ItemLink } from '../shared/ArgumentText.tsx';
import { useSaveText } from '../shared/DownloadLink.tsx';
import { type ItemScope, useNotePlace } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LogText } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** Props of {@link ReplayNotes}. */
export interface ReplayNotesProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'onSelect'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** The notes of the session; the same list as long as nothing changed. */
  notes: readonly Note[];
  /** Called with the notes as the reader left them; the host keeps them. Without it they can only be read. */
  onNotesChange?: ((notes: readonly Note[]) => void) | undefined;
  /** Places where a new note may be pinned; the first is chosen at first. @default none, so that nothing can be added */
  places?: readonly NotePlace[] | undefined;
  /** Called when the reader goes to a note. */
  onGo?: ((note: PlacedNote) => void) | undefined;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** How often the reader asked to write a note; each time the field takes the focus. @default 0 */
  asked?: number | undefined;
}

/**
 * When to use it: beside a session that is reviewed; `SessionReplay` shows it where its host gives `notes`.
 *
 * What readers noted on rows, on lines of files and on ranges of time: each leads to its place, and can be added, changed, removed and
 * saved as a file (`*.notes.json`). Texts are plain text. The host keeps them.
 */
export const ReplayNotes = forwardRef<HTMLElement, ReplayNotesProps>(function ReplayNotes(
  { index, notes, onNotesChange, places = [], onGo, scope, asked = 0, className, ...rest },
  ref,
) {
  const { t } = useKit(notesWords);
  const { placed, lost } = placeNotes(index, notes);
  const change = (id: string, text: string): void =>
    onNotesChange?.(notes.map((note) => (note.id === id ? { ...note, text } : note)));
  const remove = (id: string): void => onNotesChange?.(notes.filter((note) => note.id !== id));
  const edits = onNotesChange === undefined ? undefined : { change, remove };
  return (
    <section ref={ref} className={joinClasses('ark', 'ark-notes', className)} aria-label={t('notes')} {...rest}>
      {onNotesChange === undefined || places.length === 0 ? null : (
        <NewNote {...{ index, notes, onNotesChange, places, scope, asked }} />
      )}
      {notes.length === 0 ? (
        <p className="ark-notes__none">{t('notes.none')}</p>
      ) : (
        <ul className="ark-notes__list">
          {placed.map((each) => (
            <NoteItem key={each.note.id} {...{ index, scope, onGo, edits }} placed={each} />
          ))}
        </ul>
      )}
      {lost.length === 0 ? null : <p className="ark-notes__none">{t('notes.lost', { n: lost.length })}</p>}
      {notes.length === 0 ? null : <SaveButton index={index} notes={notes} />}
    </section>
  );
});

function SaveButton({ index, notes }: Pick<ReplayNotesProps, 'index' | 'notes'>): ReactElement {
  const { t } = useKit(notesWords);
  const save = useSaveText();
  const { session_id } = index.session;
  const file: NotesFile = { format: 'agent-replay-notes', version: 1, session_id, notes: [...notes] };
  const name = `${session_id.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-').slice(0, 80)}.notes.json`;
  return (
    <div className="ark-notes__actions">
      <ActionButton icon="save" label={t('notes.save')} onClick={() => void save(file, name)} />
    </div>
  );
}

/** Props of {@link NewNote}. */
interface NewNoteProps extends Pick<ReplayNotesProps, 'index' | 'notes' | 'scope'> {
  onNotesChange: (notes: readonly Note[]) => void;
  places: readonly NotePlace[];
  asked: number;
}

/** Writes a note at one of the places offered. */
function NewNote({ index, notes, onNotesChange, places: given, scope, asked }: NewNoteProps): ReactElement | null {
  const { t } = useKit(notesWords);
  const places = useMasked(given);
  const id = useId();
  const [at, setAt] = useState(0);
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const placeText = useNotePlace(index, scope);
  useEffect(() => {
    if (asked > 0) field.current?.focus();
  }, [asked]);
  const chosen = Math.min(at, places.length - 1);
  const on = given[chosen];
  const shown = places[chosen];
  if (on === undefined || shown === undefined) return null;
  const add = (): void => {
    if (text.trim() === '') return;
    onNotesChange(addNote(notes, { on, text: text.trim(), createdAt: now() }));
    setText('');
  };
  const item = on.kind === 'item' ? index.itemById(on.item)?.index : undefined;
  return (
    <form
      className="ark-notes__new"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {places.length > 1 ? (
        <label className="ark-notes__on">
          {t('notes.on')}
          <select
            className="ark-select ark-notes__select"
            value={chosen}
            onChange={({ target }) => setAt(Number(target.value))}
          >
            {places.map((place, n) => (
              <option key={JSON.stringify(place)} value={n}>
                {placeText(place)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <span className="ark-notes__place">
        <span className="ark-figures">{placeText(shown)}</span>
        {item === undefined ? null : <ItemLink {...{ index, item, scope }} onSelect={undefined} />}
      </span>
      <textarea
        ref={field}
        id={id}
        className="ark-notes__field"
        rows={3}
        maxLength={longest}
        aria-label={t('notes.new')}
        placeholder={t('notes.new')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => keysOfField(event, add)}
      />
      <div className="ark-notes__actions">
        <button type="submit" className="ark-button" data-look="text" aria-disabled={text.trim() === ''}>
          {t('notes.add')}
        </button>
        <ActionButton
          label={t('notes.bookmark')}
          icon="pin"
          onClick={() => onNotesChange(toggleBookmark(notes, { on, createdAt: now() }))}
        />
      </div>
    </form>
  );
}

const now = (): string => new Date().toISOString();

/** Longest text of a note, in characters, as its schema has it. */
const longest = 20_000;

/** In a field, Ctrl+Enter is done, and Esc leaves the field and nothing else. */
function keysOfField(event: KeyboardEvent<HTMLTextAreaElement>, done: () => void): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    done();
  } else if (event.key === 'Escape') {
    event.stopPropagation();
    event.currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
  }
}

/** Props of {@link NoteItem}. */
interface NoteItemProps extends Pick<ReplayNotesProps, 'index' | 'scope' | 'onGo'> {
  placed: PlacedNote;
  edits: { readonly change: (id: string, text: string) => void; readonly remove: (id: string) => void } | undefined;
}

/** One note: its place, its text, and what can be done with it. */
function NoteItem({ index, placed, scope, onGo, edits }: NoteItemProps): ReactElement {
  const { t } = useKit(notesWords);
  const { note } = placed;
  const { on, text, author } = useMasked(note);
  const [draft, setDraft] = useState<string>();
  const placeText = useNotePlace(index, scope);
  const done = (): void => {
    // What is edited is what is shown, masked: left as it was, the note keeps what it holds.
    if (draft !== undefined && draft !== text) edits?.change(note.id, draft.trim());
    setDraft(undefined);
  };
  const place = <span className="ark-figures">{placeText(on)}</span>;
  return (
    <li className="ark-notes__item">
      <span className="ark-notes__place">
        <Icon name={text === '' ? 'pin' : 'note'} size={12} />
        {onGo === undefined ? place : <ActionButton label={placeText(on) ?? ''} onClick={() => onGo(placed)} />}
        {on.kind !== 'item' ? null : <ItemLink {...{ index, scope }} item={placed.item} onSelect={undefined} />}
      </span>
      {draft === undefined ? (
        text === '' ? null : (
          <p className="ark-notes__text">
            <LogText text={text} />
          </p>
        )
      ) : (
        <textarea
          className="ark-notes__field"
          rows={3}
          maxLength={longest}
          aria-label={t('notes.edit')}
          value={draft}
          // biome-ignore lint/a11y/noAutofocus: the reader has just asked to edit it
          autoFocus
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={(event) => keysOfField(event, done)}
        />
      )}
      {author === undefined ? null : (
        <p className="ark-notes__author">
          <LogText text={author} />
        </p>
      )}
      {edits === undefined ? null : (
        <div className="ark-notes__actions">
          {draft === undefined ? (
            <ActionButton label={t('notes.edit')} onClick={() => setDraft(text)} />
          ) : (
            <ActionButton label={t('notes.done')} onClick={done} />
          )}
          <ActionButton label={t('notes.remove')} onClick={() => edits.remove(note.id)} />
        </div>
      )}
    </li>
  );
}
