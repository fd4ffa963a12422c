import { type EntryOutcome, entryOutcome, type SessionEntry } from './sessionEntry.ts';

/** Which sessions are listed; an empty text asks nothing. */
export interface SessionQuery {
  /** Words to be found in the title, in any case and order. */
  readonly text: string;
  readonly format: string;
  readonly outcome: EntryOutcome | '';
}

/** Lists every session. */
export const everySession: SessionQuery = { text: '', format: '', outcome: '' };

/** The sessions that a query asks for, in their order. */
export function filterSessions(
  entries: readonly SessionEntry[],
  { text, format, outcome }: SessionQuery,
): readonly SessionEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && format === '' && outcome === '') return entries;
  return entries.filter((entry) => {
    if (format !== '' && entry.source_format !== format) return false;
    if (outcome !== '' && entryOutcome(entry) !== outcome) return false;
    const title = entry.task_title.toLowerCase();
    return words.every((word) => title.includes(word));
  });
}

/** What there is to choose from: the formats and outcomes of some sessions, each once, in order of their first. */
export function choicesOf(entries: readonly SessionEntry[]): {
  readonly formats: readonly string[];
  readonly outcomes: readonly EntryOutcome[];
} {
  return {
    formats: [...new Set(entries.map(({ source_format }) => source_format))],
    outcomes: [...new Set(entries.map(entryOutcome))],
  };
}
