import type { ContextReference, ToolCall } from '../../session/index.ts';
import {
  askedKeys,
  callRole,
  fileNameKey,
  fingerprint,
  LineScanner,
  pathKeys,
  scanTerms,
  shownKeys,
  type TermKind,
  TextCodes,
  termWorth,
  tracedInputs,
  tracedOutputs,
} from '../../session/internal.ts';
import { memoize } from '../memoize.ts';
import type { CallItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { annotatedLinks } from './annotatedLinks.ts';
import type { ContextLink, LinkReason, LinkReasonKind } from './contextLinks.ts';

/** Maximum number of words named. */
const mostWords = 3;

/** The two calls of a link as a view may show them, with their secrets masked. */
export interface LinkedCalls {
  readonly from: ToolCall;
  readonly to: ToolCall;
}

/**
 * Why a link is drawn, the strongest reason first. Reads only the two calls, so it is cheap enough for everything on a screen. Words and
 * lines are taken from `shown`, because part of a secret would no longer be recognised as one.
 */
export function explainLink(index: SessionIndex, link: ContextLink, shown?: LinkedCalls): readonly LinkReason[] {
  const first = index.items[link.from];
  const second = index.items[link.to];
  if (first?.is !== 'call' || second?.is !== 'call') return [];
  const from = { ...first, call: shown?.from ?? first.call };
  const to = { ...second, call: shown?.to ?? second.call };
  return link.kinds.flatMap((kind) => explain(index, kind, from, to) ?? []);
}

function explain(index: SessionIndex, kind: LinkReasonKind, from: CallItem, to: CallItem): LinkReason | undefined {
  switch (kind) {
    case 'quote': {
      const { count, first } = commonLines(tracedOutputs(from.call), tracedInputs(to.call));
      return first === undefined ? undefined : { kind, lines: count, text: first };
    }
    case 'file': {
      const path = changedPath(from, to);
      return path === undefined ? undefined : { kind, path };
    }
    case 'annotation': {
      const annotated = annotations(index).find((each) => each.from === from.index && each.to === to.index);
      const reference = annotated?.reference ?? contributionOf(from.call);
      return annotated === undefined || reference === undefined ? undefined : { kind, reference };
    }
    case 'place': {
      const path = callRole(to.call).touches[0]?.path;
      return path === undefined ? undefined : { kind, path };
    }
    case 'words': {
      const words = commonWords(from.call, to.call, index.session.environment?.cwd ?? '');
      if (words.length === 0) return undefined;
      return { kind, words: words.slice(0, mostWords), more: Math.max(0, words.length - mostWords) };
    }
    default:
      return kind satisfies never;
  }
}

const annotations = memoize(annotatedLinks);

/** What a call says that it contributed, in the form of an annotation's context reference. */
function contributionOf({ context_contribution }: ToolCall): ContextReference | undefined {
  if (context_contribution === undefined) return undefined;
  return { type: 'tool_result', source: context_contribution.summary, relevance: 'high' };
}

/** The path that one call changes and the other read, as the changing call names it; the first path it changes where the paths differ. */
function changedPath(from: CallItem, to: CallItem): string | undefined {
  const read = new Set(callRole(from.call).touches.map(({ path }) => path));
  const changed = callRole(to.call).touches.filter(({ access }) => access !== 'read');
  return (changed.find(({ path }) => read.has(path)) ?? changed[0])?.path;
}

/** The distinctive lines of an input that also stand in an output: how many, and the first of them without indentation. */
function commonLines(
  output: readonly string[],
  input: readonly string[],
): { count: number; first: string | undefined } {
  const text = new TextCodes();
  const lines = new LineScanner(text.codes);
  const shown = new Set<number>();
  eachLine(text, lines, output, (key) => shown.add(key));
  let count = 0;
  let first: string | undefined;
  eachLine(text, lines, input, (key) => {
    if (!shown.delete(key)) return;
    count += 1;
    first ??= new TextDecoder().decode(text.codes.subarray(lines.start, lines.end));
  });
  return { count, first };
}

function eachLine(
  text: TextCodes,
  lines: LineScanner,
  texts: readonly string[],
  take: (fingerprint: number) => void,
): void {
  for (const each of texts) {
    lines.begin(text.load(each));
    while (lines.next()) if (lines.isDistinctive) take(fingerprint(text.codes, lines.start, lines.end, 0));
  }
}

/** The distinctive words of a call's input that another call showed, the most informative first. */
function commonWords(from: ToolCall, to: ToolCall, cwd: string): string[] {
  const text = new TextCodes();
  const base = new TextEncoder().encode(cwd);
  const shown = new Set<number>();
  const names = callRole(from).touches.map(({ path }) => path);
  for (const each of [...tracedOutputs(from), ...names]) {
    shownKeys(text.codes, text.load(each), base, 0, (key) => shown.add(key));
  }
  const found = new Map<string, number>();
  for (const each of tracedInputs(to)) {
    scanTerms(text.codes, 0, text.load(each), (kind, start, end) => {
      if (!keysOf(kind, text.codes, start, end, base).some((key) => shown.has(key))) return;
      const word = new TextDecoder().decode(text.codes.subarray(start, end));
      if (![...found.keys()].some((known) => known.includes(word))) found.set(word, termWorth[kind]);
    });
  }
  return [...found].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

function keysOf(kind: TermKind, codes: Uint8Array, start: number, end: number, base: Uint8Array): number[] {
  if (kind === 'file') return [fileNameKey(codes, start, end, 0)];
  if (kind !== 'path') return [fingerprint(codes, start, end, 0)];
  return askedKeys(pathKeys(codes, start, end, base, 0), codes, start, end).map(({ key }) => key);
}
