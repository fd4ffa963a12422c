import { readJsonText } from './json/locateJsonError.ts';
import { describeValue, toPointer, valueAt } from './json/values.ts';
import { type NotesFile, notesFile } from './schema/notesFile.ts';

/** Why a text is no file of notes. */
export interface NotesFault {
  /** JSON Pointer to the value, or line and column where the text is no JSON. */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}

/** What a file of notes holds, or why it cannot be read; one of the two is empty. */
export interface ParsedNotes {
  readonly file: NotesFile | undefined;
  readonly faults: readonly NotesFault[];
}

/** Reads a file of notes (`*.notes.json`). Nothing is repaired: one fault, and none of its notes is given. It never throws. */
export function parseNotesText(text: string): ParsedNotes {
  const read = readJsonText(text);
  if ('fault' in read) {
    const { fault } = read;
    const at = fault === undefined ? 'line 1' : `line ${fault.line}, column ${fault.column}`;
    return {
      file: undefined,
      faults: [{ at, expected: fault?.expected ?? 'JSON', actual: fault?.actual ?? 'something else' }],
    };
  }
  const parsed = notesFile.safeParse(read.json);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const path = issue.path.filter((part) => typeof part !== 'symbol');
      return { at: toPointer(path), expected: issue.message, actual: describeValue(valueAt(read.json, path)) };
    });
    return { file: undefined, faults };
  }
  const faults = faultsOf(parsed.data);
  return faults.length === 0 ? { file: parsed.data, faults } : { file: undefined, faults };
}

/** What the schema cannot say. */
function faultsOf({ notes }: NotesFile): NotesFault[] {
  const ids = new Map<string, number>();
  return notes.flatMap(({ id, on }, at) => {
    const first = ids.get(id);
    if (first === undefined) ids.set(id, at);
    return [
      ...(first === undefined
        ? []
        : [{ at: `/notes/${at}/id`, expected: 'an id of its own', actual: `the id of /notes/${first}` }]),
      ...(on.kind === 'range' && on.to_ms < on.from_ms
        ? [{ at: `/notes/${at}/on/to_ms`, expected: `${on.from_ms} or more`, actual: String(on.to_ms) }]
        : []),
    ];
  });
}
