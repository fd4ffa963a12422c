import type { LogEventType } from '../events.ts';
import { type CommandReader, createCommandReader } from '../grammar/commands.ts';
import { createDiffReader, type DiffReader } from '../grammar/createDiffReader.ts';
import { readStamp } from '../grammar/header.ts';
import { PATCH_KEY, readExecOutcome } from '../grammar/readTool.ts';
import type { LogLine } from '../lines/logLine.ts';
import { type Marker, type MarkerKind, typeOf } from './markers.ts';
import type { NestedLog } from './nestedLog.ts';
import type { SessionState } from './sessionState.ts';

/** A line of a patch: surely part of it, content whose end cannot be seen, or the first line after a hunk. */
type PatchPart = 'inside' | 'content' | 'after';

/** Follows the files of a patch: `A path` and its content, `M path` and its hunks. */
interface PatchReader {
  feed(text: string): PatchPart;
}

const filePattern = /^([AMDR]) \S/;

function createPatchReader(): PatchReader {
  let diff = createDiffReader();
  let change = '';
  return {
    feed(text) {
      if (diff.inHunk && diff.feed(text)) return 'inside';
      const file = filePattern.exec(text);
      if (file !== null) {
        change = file[1] ?? '';
        diff = createDiffReader();
        return 'inside';
      }
      if (change === 'M' || change === 'R') return diff.feed(text) ? 'inside' : 'after';
      return 'content';
    },
  };
}

/** Maximum number of lines in an output until 0.117, tools' outputs included. */
const CUT_LINES = 20;

const free = (goesOn = false): Body => ({ is: 'free', goesOn });

/** An output with as many lines as its version prints, unless the log has shown that it contains more. */
const cut = (longOutputs: boolean): Body => ({
  is: 'cut',
  left: longOutputs ? Number.POSITIVE_INFINITY : CUT_LINES,
});

/** The lines after an event's first one, and the effect of the event on open calls. */
export function beginBody(marker: Marker, text: string, state: SessionState, before: OpenEvent | undefined): Body {
  const { calls, era } = state;
  switch (marker.kind) {
    case 'session':
      return { is: 'head', left: (marker.header?.lineCount ?? 1) - 1, after: free() };
    case 'user':
    case 'codex':
    case 'thinking':
      return { is: 'prose' };
    case 'exec':
      return { is: 'command', reader: createCommandReader(), lines: [] };
    case 'execEnd':
      return beginResult(text, state);
    case 'toolStart':
      if (marker.key !== undefined) calls.openTool(marker.key);
      return free(marker.goesOn);
    case 'toolEnd':
      return endTool(marker, state);
    case 'fileUpdate':
      calls.openTool(PATCH_KEY);
      return { is: 'patch', reader: createPatchReader(), part: 'inside' };
    case 'turnDiff': {
      const reader = createDiffReader();
      reader.feed(text);
      return { is: 'diff', reader };
    }
    case 'plan':
      return free(true);
    case 'tokens':
      return era === 'stamped' ? free() : { is: 'head', left: 1, after: { is: 'closing' } };
    case 'truncation':
      return goOn(before);
    case 'notice':
      return free(marker.goesOn);
  }
}

function beginResult(text: string, { calls, era, longOutputs }: SessionState): Body {
  if (era !== 'stamped') {
    calls.takeExec();
    return era === 'cut' ? cut(longOutputs) : { is: 'whole' };
  }
  const words = readStamp(text)?.rest ?? text;
  const outcome = readExecOutcome(words);
  if (outcome === undefined) return { is: 'resultHead' };
  if (!calls.takeCommand(words.slice(0, outcome.start))) calls.takeExec();
  return { is: 'whole' };
}

function endTool({ key = '' }: Marker, state: SessionState): Body {
  state.calls.closeTool(key);
  if (key === PATCH_KEY) state.patched = true;
  if (state.era === 'stamped') return { is: 'whole' };
  // The result of an MCP tool is printed like an output; other results have a few lines.
  if (!key.includes('(')) return free(true);
  return cut(state.longOutputs);
}

/** The output continues after a truncation mark. */
function goOn(before: OpenEvent | undefined): Body {
  const body = before?.body;
  if (body?.is === 'cut') return { is: 'cut', left: body.left - 1 };
  if (body?.is === 'spent') return cut(true);
  return body?.is === 'whole' ? { is: 'whole' } : free();
}

/** What the lines after an event's first one are to the event. */
type Body =
  /** Number of lines that belong to it, whatever they say. */
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
  | { is: 'patch'; reader: PatchReader; part: PatchPart }
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

/** A fence that stays open longer does not count. */
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
