import { createDiffReader } from '../grammar/createDiffReader.ts';
import { bodyLength, endsBlank, type OpenEvent } from './bodies.ts';
import type { Marker } from './markers.ts';

/** The context in which a marker is judged. */
export interface Surroundings {
  open: OpenEvent | undefined;
  /** True until the first banner. */
  before: boolean;
  /** True if the line begins a new output of Codex, and so does not continue the open event. */
  fresh: boolean;
  /** The same of a later line. */
  isFresh(index: number): boolean;
  /** Lines from the marker on. */
  lineAt(index: number): string | undefined;
  /** The marker on a later line, whatever surrounds it. */
  markerAt(index: number): Marker | undefined;
}

export type Judgement = 'taken' | 'guessed' | 'refused';

/** Number of consecutive lines that other programs print too, before a line that is surely Codex's. */
const MAX_ROW = 8;
/** Markers are looked for no farther ahead than this, in lines. */
const FARTHEST = 16;

/** Whether a marker begins an event at its position. */
export function judgeMarker(marker: Marker, around: Surroundings): Judgement {
  const { open, before } = around;
  if (before) return marker.kind === 'notice' && (marker.trace === true || isReading(around)) ? 'taken' : 'refused';
  if (open === undefined) return 'taken';
  switch (open.body.is) {
    case 'head':
    case 'resultHead':
    case 'command':
    case 'diff':
      return 'refused';
    case 'free':
      // The trace of a failed command also quotes the truncation mark.
      return marker.kind === 'truncation' && open.body.goesOn ? 'refused' : 'taken';
    case 'closing':
    case 'spent':
      return 'taken';
    case 'preamble':
      return 'refused';
    case 'prose':
      return judgeInProse(marker, open, around);
    case 'cut':
      return judgeInCut(marker, open, around);
    case 'whole':
      return judgeInWhole(marker, open, around);
    case 'patch':
      return judgeInPatch(marker, open, around);
    case 'answer':
      return 'refused';
  }
}

function isReading({ lineAt }: Surroundings): boolean {
  return lineAt(0)?.startsWith('Reading ') === true;
}

function judgeInProse(marker: Marker, open: OpenEvent, around: Surroundings): Judgement {
  if (around.fresh) return 'taken';
  if (open.fence > 0) return 'refused';
  if (marker.trust === 'sure') return 'taken';
  if (marker.trust === 'word') return isFollowed(around) || endsBlank(open) ? 'taken' : 'refused';
  if (marker.kind === 'turnDiff') return isWholeDiff(around) ? 'guessed' : 'refused';
  return isBeforeMarker(marker, around) || isBehindPrompt(open, around) ? 'taken' : 'refused';
}

/** Whether Codex reports here that it takes no snapshots: right behind the prompt, with a blank line before its first event. */
function isBehindPrompt({ kind }: OpenEvent, { lineAt, markerAt }: Surroundings): boolean {
  return (
    kind === 'user' &&
    lineAt(0)?.startsWith('Snapshots disabled: ') === true &&
    lineAt(1)?.trim() === '' &&
    markerAt(2) !== undefined
  );
}

/** Whether a diff with hunks begins here, followed by new output of Codex or the end of the log. */
function isWholeDiff({ lineAt, markerAt, isFresh }: Surroundings): boolean {
  const reader = createDiffReader();
  let hunks = false;
  let at = lineAt(0)?.startsWith('diff --git ') === true ? 0 : 1;
  for (let text = lineAt(at); text !== undefined && reader.feed(text); text = lineAt(at)) {
    hunks ||= reader.inHunk;
    at += 1;
  }
  if (lineAt(at)?.trim() === '') at += 1;
  return hunks && (lineAt(at) === undefined || isFresh(at) || markerAt(at) !== undefined);
}

/** An output truncated after 20 lines: what looks like a marker before that is almost never one. */
function judgeInCut(marker: Marker, open: OpenEvent, around: Surroundings): Judgement {
  // A trace may come between a result's line and its output, which is written at once.
  if (marker.trace === true) return bodyLength(open) > 0 && marker.trust === 'sure' ? 'taken' : 'refused';
  if (marker.kind === 'truncation' || around.fresh) return 'taken';
  if (marker.trust === 'sure') return 'taken';
  if (marker.trust === 'word') return isFollowed(around) ? 'taken' : 'refused';
  return judgeCommon(marker, open, around);
}

/** An unlimited output: it ends with a blank line, unless its text had no final line feed. */
function judgeInWhole(marker: Marker, open: OpenEvent, around: Surroundings): Judgement {
  if (marker.kind === 'truncation' || around.fresh) return 'taken';
  if (marker.trust === 'sure') return 'taken';
  const blank = endsBlank(open) || bodyLength(open) === 0;
  if (marker.trust === 'word') {
    if (blank) return isFollowed(around) ? 'taken' : 'refused';
    return isProse(around.lineAt(1)) ? 'guessed' : 'refused';
  }
  if (marker.kind === 'plan') return blank && isBeforeMarker(marker, around) ? 'guessed' : 'refused';
  return judgeCommon(marker, open, around);
}

function judgeInPatch(marker: Marker, open: OpenEvent, around: Surroundings): Judgement {
  if (open.body.is !== 'patch') return 'refused';
  if (open.body.part === 'after')
    return marker.trust === 'common' && !isBeforeMarker(marker, around) ? 'refused' : 'taken';
  return marker.kind === 'tokens' || (marker.kind === 'toolEnd' && marker.trust === 'sure') ? 'taken' : 'refused';
}

function isFollowed({ lineAt }: Surroundings): boolean {
  const next = lineAt(1);
  return next === undefined || next.trim() !== '';
}

/** Whether a line reads like a sentence, unlike lists of file names. */
function isProse(text: string | undefined): boolean {
  if (text === undefined) return false;
  return /[\u3040-\u9fff\uac00-\ud7af]/.test(text) || (text.length > 20 && /^\S+ \S+ \S+/.test(text));
}

/** Whether the next line is surely Codex's, with at most a few in between that may be. */
function isBeforeMarker({ span }: Marker, { lineAt, markerAt }: Surroundings): boolean {
  let at = span;
  for (let row = 0; row < MAX_ROW; row += 1) {
    if (at > FARTHEST) return false;
    if (lineAt(at) === undefined) return true;
    const next = markerAt(at);
    if (next === undefined) return false;
    if (next.trust !== 'common') return true;
    at += next.span;
  }
  return false;
}

/** Lines that other programs print in the same form. */
const everyday = /^(?:warning|deprecated|stream error): |^Reading |^Snapshots disabled/;

/** Judges a line in an output that other programs may also print. */
function judgeCommon(marker: Marker, open: OpenEvent, around: Surroundings): Judgement {
  const text = around.lineAt(0) ?? '';
  if (marker.kind === 'turnDiff') return 'refused';
  if (text.startsWith('ERROR: ')) return endsRun(marker, around) ? 'taken' : 'refused';
  if (!isBeforeMarker(marker, around)) return 'refused';
  // An output ends with a blank line. A line after one that is followed by Codex's own lines is usually Codex's.
  if (everyday.test(text)) return endsBlank(open) && around.lineAt(marker.span) !== undefined ? 'guessed' : 'refused';
  return 'taken';
}

/** Whether the run ends after an error. Codex prints the last error twice: when it happens, and as the turn's. */
function endsRun({ span }: Marker, { lineAt, markerAt }: Surroundings): boolean {
  const next = lineAt(span);
  if (next === undefined) return false;
  const following = markerAt(span)?.kind;
  return next === lineAt(0) || following === 'tokens' || following === 'session';
}
