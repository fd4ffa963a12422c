import { printedText } from '../../session/facts/callTexts.ts';
import type { TokenUsage } from '../../session/index.ts';
import type { MainAndInner } from '../../session/internal.ts';
import { filesAt, filesSteps } from '../folds/filesAt.ts';
import { tokensApartAt } from '../folds/tokensAt.ts';
import type { SliceOptions } from '../indexSession.ts';
import { memoize } from '../memoize.ts';
import { activeAxis } from '../phases.ts';
import { endOf, positionOf } from '../position.ts';
import { type CallItem, outcomeOf, type ReplayItem } from '../replayItem.ts';
import { totalsOfIndex } from '../selectors.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { finish, rest, runInSlices } from '../slices.ts';
import { alignKeys } from './alignKeys.ts';
import type { ComparedRow, ComparedTotals, CompareSide, Comparison, Difference, RowKind } from './comparison.ts';
import { itemKeys, type KeySequence, type KeySource, keySequences } from './itemKeys.ts';

interface Side extends KeySource {
  readonly keys: KeySequence;
}

const rowsAStep = 512;

/**
 * Compares two sessions as `alignSessions` does, step by step. Each step takes some milliseconds at most, whatever the sessions, so that a
 * page stays responsive.
 */
function* alignSteps(left: SessionIndex, right: SessionIndex): Generator<undefined, Comparison> {
  const one = sourceOf(left);
  yield;
  const other = sourceOf(right);
  yield;
  const keys = yield* keySequences(one, other);
  const [a, b] = [
    { ...one, keys: keys.left },
    { ...other, keys: keys.right },
  ];
  const rows = yield* rowsOf(a, b, yield* partnersOf(a, b));
  yield;
  const leftRows = rowsOfSide(rows, 'left', left);
  yield;
  const perSide = { left: leftRows, right: rowsOfSide(rows, 'right', right) };
  yield;
  const totals = { left: yield* comparedTotals(left), right: yield* comparedTotals(right) };
  yield;
  return {
    indexes: { left, right },
    rows,
    counts: countKinds(rows),
    ...totals,
    change: totalsChange(totals.left, totals.right),
    rowOf: (side, item) => perSide[side].rowOfItem[item] ?? -1,
    itemAt: (side, row) => perSide[side].itemUpTo[row] ?? -1,
  };
}

function sourceOf({ outline, items, session }: SessionIndex): KeySource {
  const ordered: ReplayItem[] = [];
  for (const at of outline) ordered.push(items[at] as ReplayItem);
  return { items: ordered, cwd: session.environment?.cwd };
}

/** For each item on the left its partner on the right, or -1. */
function* partnersOf(left: Side, right: Side): Generator<undefined, Int32Array> {
  // Several alignments may be equally good. The sessions are always put into the same order first, so that swapping them gives
  // the same alignment.
  if (!comesAfter(left, right)) return yield* alignKeys(left.keys, right.keys);
  const partners = new Int32Array(left.keys.length).fill(-1);
  const found = yield* alignKeys(right.keys, left.keys);
  for (const [at, partner] of found.entries()) if (partner >= 0) partners[partner] = at;
  return partners;
}

function comesAfter(left: Side, right: Side): boolean {
  if (left.keys.length !== right.keys.length) return left.keys.length > right.keys.length;
  const at = left.keys.exact.findIndex((key, n) => key !== right.keys.exact[n]);
  const [one, other] = [left.items[at], right.items[at]];
  if (one === undefined || other === undefined) return false;
  return itemKeys(one, left.cwd).exact > itemKeys(other, right.cwd).exact;
}

/** Between two pairs, rows with items of the left only come before rows with items of the right only. */
function* rowsOf(left: Side, right: Side, partners: Int32Array): Generator<undefined, ComparedRow[]> {
  const rows: ComparedRow[] = [];
  let next = 0;
  const onlyRight = (end: number): void => {
    for (; next < end; next += 1) {
      rows.push({ is: 'only-right', left: undefined, right: right.items[next] as ReplayItem, differs: [] });
    }
  };
  for (const [at, item] of left.items.entries()) {
    if (at % rowsAStep === 0) yield;
    const partner = partners[at] as number;
    if (partner < 0) {
      rows.push({ is: 'only-left', left: item, right: undefined, differs: [] });
      continue;
    }
    onlyRight(partner);
    const sameInput = left.keys.exact[at] === right.keys.exact[partner];
    const other = right.items[partner] as ReplayItem;
    const differs = differencesOf(item, other, sameInput);
    rows.push({ is: differs.some(isChange) ? 'changed' : 'same', left: item, right: other, differs });
    next = partner + 1;
  }
  onlyRight(right.items.length);
  return rows;
}

function rowsOfSide(
  rows: readonly ComparedRow[],
  side: CompareSide,
  { items }: SessionIndex,
): { rowOfItem: Int32Array; itemUpTo: Int32Array } {
  const rowOfItem = new Int32Array(items.length).fill(-1);
  const itemUpTo = new Int32Array(rows.length);
  let last = -1;
  for (const [row, compared] of rows.entries()) {
    last = compared[side]?.index ?? last;
    itemUpTo[row] = last;
    if (compared[side] !== undefined) rowOfItem[last] = row;
  }
  return { rowOfItem, itemUpTo };
}

function countKinds(rows: readonly ComparedRow[]): Record<RowKind, number> {
  const counts = { same: 0, changed: 0, 'only-left': 0, 'only-right': 0 };
  for (const { is } of rows) counts[is] += 1;
  return counts;
}

/**
 * Compares two sessions as `alignSessions` does, in slices with pauses between them, so that a page stays responsive. Rejects only on abort.
 */
export async function alignInSlices(
  left: SessionIndex,
  right: SessionIndex,
  { signal, budgetMs = 8 }: Omit<SliceOptions, 'idle'> = {},
): Promise<Comparison> {
  const comparison = await runInSlices(alignSteps(left, right), {
    budgetMs,
    ...(signal === undefined ? {} : { signal }),
  });
  // The caller has work of its own to do.
  await rest();
  signal?.throwIfAborted();
  return comparison;
}

/**
 * Compares two sessions: their items are paired in reading order by tool and file, preferably with equal input, and items without a partner
 * stand alone. Swapping the sessions swaps the result and changes nothing else. Synchronous: for sessions of many thousand items there is
 * `alignInSlices`.
 */
export const alignSessions = memoize(
  (left: SessionIndex, right: SessionIndex): Comparison => finish(alignSteps(left, right)),
);

/** What differs between two items that did the same thing. `sameInput` says whether their inputs are equal. */
function differencesOf(left: ReplayItem, right: ReplayItem, sameInput: boolean): Difference[] {
  if (left.is !== 'call' || right.is !== 'call') return sameInput ? [] : ['text'];
  return [...(sameInput ? [] : ['input' as const]), ...callDifferences(left, right)];
}

/** Whether a difference makes a pair `changed`. Duration and output differ between any two runs, so they do not. */
function isChange(difference: Difference): boolean {
  return difference === 'input' || difference === 'text' || difference === 'outcome';
}

function callDifferences({ call: left }: CallItem, { call: right }: CallItem): Difference[] {
  return [
    ...(outcomeOf(left) === outcomeOf(right) ? [] : ['outcome' as const]),
    ...(left.tool_name === right.tool_name ? [] : ['tool' as const]),
    ...(printedText(left) === printedText(right) ? [] : ['output' as const]),
    ...(left.duration_ms === right.duration_ms ? [] : ['duration' as const]),
  ];
}

/** Items whose tokens are added up in one step. */
const itemsAStep = 2048;

/** The figures of a whole session, step by step. */
function* comparedTotals(index: SessionIndex): Generator<undefined, ComparedTotals> {
  const end = endOf(index);
  // The fold keeps checkpoints as it goes, so each of these calls continues from the one before.
  for (let item = 0; item < end.item; item += itemsAStep) {
    tokensApartAt(index, positionOf(index, item));
    yield;
  }
  yield* filesSteps(index);
  const files = filesAt(index, end).length;
  yield;
  const totals = totalsOfIndex(index);
  yield;
  return {
    calls: totals.calls,
    failures: totals.failed,
    tokens: allTokens(totals.tokens) ?? allTokens(tokensApartAt(index, end)),
    durationMs: totals.durationMs,
    activeMs: totals.durationMs === undefined ? undefined : activeAxis(index).playbackDuration,
    files,
  };
}

/** Right minus left. */
function totalsChange(left: ComparedTotals, right: ComparedTotals): ComparedTotals {
  return {
    calls: change(left.calls, right.calls),
    failures: change(left.failures, right.failures),
    tokens: left.tokens && right.tokens && change(left.tokens, right.tokens),
    durationMs: timeChange(left.durationMs, right.durationMs),
    activeMs: timeChange(left.activeMs, right.activeMs),
    files: right.files - left.files,
  };
}

function timeChange(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : right - left;
}

function change(left: MainAndInner, right: MainAndInner): MainAndInner {
  return { main: right.main - left.main, inner: right.inner - left.inner };
}

function allTokens({ main, inner }: { main: TokenUsage; inner: TokenUsage }): MainAndInner | undefined {
  const [own, theirs] = [tokenSum(main), tokenSum(inner)];
  return own === undefined && theirs === undefined ? undefined : { main: own ?? 0, inner: theirs ?? 0 };
}

/** All tokens; those of reasoning are part of the output. */
function tokenSum({ input, output, cache_read, cache_write, total }: TokenUsage): number | undefined {
  const parts = [input, output, cache_read, cache_write].filter((part) => part !== undefined);
  return parts.length === 0 ? total : parts.reduce((sum, part) => sum + part, 0);
}

/** Keeps a comparison of two sessions up to date. */
interface Aligning {
  /** Compares two sessions. Two other sessions cancel the running comparison; the same ones, grown, are compared after it. */
  align(left: SessionIndex, right: SessionIndex): void;
  /** Cancels the running comparison. */
  end(): void;
}

interface Pair {
  readonly left: SessionIndex;
  readonly right: SessionIndex;
}

/**
 * Compares two sessions in slices whenever they change or have grown, and reports each result. A running comparison is finished before
 * grown sessions are compared, so a log that keeps growing still gets results.
 */
export function keepAligned(onAligned: (comparison: Comparison) => void): Aligning {
  let running: { readonly pair: Pair; readonly controller: AbortController } | undefined;
  let wanted: Pair | undefined;
  const start = (pair: Pair): void => {
    const controller = new AbortController();
    running = { pair, controller };
    alignInSlices(pair.left, pair.right, { signal: controller.signal }).then(
      (comparison) => {
        if (controller.signal.aborted) return;
        running = undefined;
        onAligned(comparison);
        if (wanted !== undefined && !isSame(wanted, pair)) start(wanted);
      },
      // Rejects only when it is cancelled.
      () => undefined,
    );
  };
  return {
    align(left, right) {
      wanted = { left, right };
      if (running !== undefined && isOf(running.pair, wanted)) return;
      running?.controller.abort();
      start(wanted);
    },
    end() {
      running?.controller.abort();
      running = undefined;
      wanted = undefined;
    },
  };
}

function isSame(one: Pair, other: Pair): boolean {
  return one.left === other.left && one.right === other.right;
}

/** Whether two pairs are the same sessions, however much they have grown. */
export function isOf(one: Pair, other: Pair): boolean {
  return idOf(one.left) === idOf(other.left) && idOf(one.right) === idOf(other.right);
}

function idOf({ session }: SessionIndex): string {
  return session.session_id;
}
