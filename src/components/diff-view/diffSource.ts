import type { FilePatch } from '../../session/index.ts';
import { type FileChange, fromPatch } from '../shared/call/fileChanges.ts';
import { splitLines } from '../shared/text/splitLines.ts';
import { areAlike } from './areAlike.ts';
import { hunksOf } from './hunksOf.ts';
import { patienceDiff } from './patienceDiff.ts';

/** Two versions of a text. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
  /** What it is a text of. */
  readonly path?: string;
}

/** What a diff is made from: a patch of the standard, what a call did to a file, or two versions of a text. */
export type DiffSource = FilePatch | FileChange | TextPair;

/** A change that is ready to be drawn. */
export interface DrawnChange extends FileChange {
  /** Hardly a line of it stayed: it reads better as one text replaced by another, and costs far less. */
  readonly rewritten: boolean;
}

function isPair(source: DiffSource): source is TextPair {
  return 'before' in source && 'after' in source;
}

function isPatch(source: FilePatch | FileChange): source is FilePatch {
  const hunk = source.hunks?.[0];
  return source.hunks === undefined || 'moved_to' in source || (hunk !== undefined && 'old_start' in hunk);
}

function fromTexts({ before, after, path = '' }: TextPair): DrawnChange {
  const [old, now] = [splitLines(before), splitLines(after)];
  const alike = areAlike(old, now);
  const lines = alike
    ? patienceDiff(old, now)
    : [...old.map((text) => ({ sign: '-' as const, text })), ...now.map((text) => ({ sign: '+' as const, text }))];
  return { path, change: 'modified', hunks: hunksOf(lines), rewritten: !alike };
}

/** Makes a change of whatever a host has. */
export function toChange(source: DiffSource): DrawnChange {
  if (isPair(source)) return fromTexts(source);
  return { ...(isPatch(source) ? fromPatch(source) : source), rewritten: false };
}
