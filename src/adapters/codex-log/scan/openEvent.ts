import type { LogEventType } from '../events.ts';
import type { CommandReader } from '../grammar/createCommandReader.ts';
import type { DiffReader } from '../grammar/createDiffReader.ts';
import type { LogLine } from '../lines/dressLine.ts';
import type { NestedLog } from './createNestedLog.ts';
import type { PatchPlace, PatchReader } from './createPatchReader.ts';
import { type Marker, type MarkerKind, typeOf } from './markers.ts';

/** What the lines after an event's first one are to it. */
export type Body =
  /** So many lines belong to it, whatever they say. */
  | { is: 'head'; left: number; after: Body }
  /** The rest of a command that a result repeats, up to its outcome. */
  | { is: 'resultHead' }
  /** A command up to its directory, with the lines of it so far. */
  | { is: 'command'; reader: CommandReader; lines: string[] }
  /** A text that somebody wrote. */
  | { is: 'prose' }
  /** An output of which at most so many lines were printed, which may be any number. */
  | { is: 'cut'; left: number }
  /** An output of which those lines have come. What begins nothing shows that it goes on all the same. */
  | { is: 'spent' }
  /** An output that was printed whole. */
  | { is: 'whole' }
  | { is: 'patch'; reader: PatchReader; place: PatchPlace }
  | { is: 'diff'; reader: DiffReader }
  /** The last answer once more: its lines from `next` on are expected. */
  | { is: 'answer'; next: number }
  /** The count of tokens: what follows is the last answer, or nothing of Codex's. */
  | { is: 'closing' }
  /** Nothing more is expected; with `goesOn`, lines that are no markers belong to it. */
  | { is: 'free'; goesOn: boolean }
  /** What stands before the first banner. */
  | { is: 'preamble' };

/** The event that is being read. */
export interface OpenEvent {
  type: LogEventType;
  kind: MarkerKind | 'answer' | 'preamble' | 'stray';
  first: LogLine;
  texts: string[];
  body: Body;
  guessed: boolean;
  /** Lines since a code fence was opened, 0 outside of one. */
  fence: number;
  nested: NestedLog | undefined;
}

/** A fence that stays open longer is taken for none. */
const MAX_FENCE_LINES = 400;

export function openEvent(
  first: LogLine,
  kind: OpenEvent['kind'],
  type: LogEventType,
  body: Body,
  guessed = false,
): OpenEvent {
  return { type, kind, first, texts: [first.text], body, guessed, fence: 0, nested: undefined };
}

export function openMarker(first: LogLine, { kind }: Marker, body: Body, guessed: boolean): OpenEvent {
  return openEvent(first, kind, typeOf[kind], body, guessed);
}

/** Adds a line to an event and keeps count of code fences. */
export function addLine(event: OpenEvent, text: string): void {
  event.texts.push(text);
  if (event.body.is !== 'prose') return;
  const first = text.charCodeAt(0);
  if ((first === 0x60 || first === 0x7e || first === 0x20) && /^ {0,3}(?:```|~~~)/.test(text)) {
    event.fence = event.fence === 0 ? 1 : 0;
  } else if (event.fence > 0) event.fence = event.fence < MAX_FENCE_LINES ? event.fence + 1 : 0;
}

/** How many lines stand after the event's first one. */
export function bodyLength({ texts }: OpenEvent): number {
  return texts.length - 1;
}

/** Whether the last line so far is blank. */
export function endsBlank({ texts }: OpenEvent): boolean {
  return texts.length > 1 && texts.at(-1)?.trim() === '';
}
