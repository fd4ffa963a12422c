import type { MainAndInner } from '../session/internal.ts';
import { memoize, memoizeSteps } from './memoize.ts';
import { activeAxis } from './phases.ts';
import { hasFailed, isAnswer, isCommand, isPrompt, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { finish, itemsPerStep } from './slices.ts';
import { type SessionMs, sessionMs } from './timeAxis.ts';
import { type Work, workSteps } from './work.ts';

/** A prompt with everything up to the next one: the question, the work and the answer. */
export interface Chapter {
  /** Position in `chaptersOf`. */
  readonly index: number;
  /** The id of its prompt; of the opening chapter, that of its first item. */
  readonly id: string;
  /** `opening`: what was said and done before the first prompt. */
  readonly kind: 'opening' | 'prompt' | 'command';
  /** The prompt that it begins with, as a position in `SessionIndex.items`; undefined for the opening chapter. */
  readonly prompt: number | undefined;
  /**
   * Its first and last item of the session's own run. What programs wrote before the first prompt belongs to the first prompt's chapter.
   */
  readonly first: number;
  readonly last: number;
  /** The last message of the session's agent in it. */
  readonly answer: number | undefined;
  /** Its items, ascending, including those of the runs that its calls started. */
  readonly items: Uint32Array;
  /** Its calls, including those of the runs that they started. */
  readonly calls: MainAndInner;
  /** Calls whose outcome is `failed`. */
  readonly failed: MainAndInner;
  /** From its start to the start of the next chapter, or to the end of the session. */
  readonly start: SessionMs;
  readonly end: SessionMs;
  /** Time from start to end without idle ranges, in milliseconds. Over all chapters this adds up to the active time of the session. */
  readonly activeMs: number;
}

/**
 * The chapters of a session, in order; computed once, in linear time. Each prompt begins a chapter. So does a command that the agent
 * answered or worked for; a command for the program alone, such as `/model`, belongs to the chapter around it, and so does an interruption.
 * The figures of all chapters add up to those of `totalsOf`. Empty for a session without items.
 */
export const chaptersOf = memoizeSteps(function* (index: SessionIndex): Generator<undefined, readonly Chapter[]> {
  const opens = yield* chapterStarts(index);
  const parts = yield* itemsOfChapters(index, opens);
  const active = activeAxis(index);
  const own = index.runs[0]?.items ?? new Uint32Array();
  const chapters: Chapter[] = [];
  for (const [n, items] of parts.entries()) {
    const { kind, at } = opens[n] as ChapterStart;
    const start = n === 0 ? 0 : (index.starts[at] as number);
    const end = index.starts[opens[n + 1]?.at ?? -1] ?? index.axes.full.duration;
    chapters.push({
      ...{ index: n, id: (index.items[at] as ReplayItem).id, kind, prompt: kind === 'opening' ? undefined : at },
      ...{ first: n === 0 ? (own[0] ?? at) : at, ...(yield* ownFigures(index, items)), items },
      ...{ start: sessionMs(start), end: sessionMs(end) },
      activeMs: active.toPlayback(sessionMs(end)) - active.toPlayback(sessionMs(start)),
    });
  }
  return chapters;
});

/** The chapter of each item of any run, as a position in `chaptersOf`, in one block of memory. */
export const chapterOfItems = memoize((index: SessionIndex): Uint32Array => {
  const chapterOf = new Uint32Array(index.items.length);
  for (const { index: chapter, items } of chaptersOf(index)) for (const at of items) chapterOf[at] = chapter;
  return chapterOf;
});

/** What the session's agent and the agents it started did in a chapter; computed when first asked for. */
export function chapterWork(index: SessionIndex, chapter: Chapter): Work {
  return finish(chapterWorkSteps(index, chapter));
}

/** The result of {@link chapterWork}, if it has been computed. */
export function knownChapterWork(index: SessionIndex, chapter: Chapter): Work | undefined {
  return workByChapter(index).get(chapter.index);
}

/** Computes the result of {@link chapterWork} step by step, so that a page stays responsive. */
export function* chapterWorkSteps(index: SessionIndex, chapter: Chapter): Generator<undefined, Work> {
  const known = knownChapterWork(index, chapter);
  if (known !== undefined) return known;
  const work = yield* workSteps(index, chapter.items);
  workByChapter(index).set(chapter.index, work);
  return work;
}

const workByChapter = memoize((_: SessionIndex) => new Map<number, Work>());

interface ChapterStart {
  readonly kind: Chapter['kind'];
  readonly at: number;
}

/** Where chapters begin, in order. Goes from the end to the start, so that it is known whether anything was said or done for a command. */
function* chapterStarts({ items, runs }: SessionIndex): Generator<undefined, readonly ChapterStart[]> {
  const own = runs[0]?.items ?? new Uint32Array();
  const found: ChapterStart[] = [];
  let replied = false;
  for (let n = own.length - 1; n >= 0; n -= 1) {
    if (n % itemsPerStep === 0) yield;
    const at = own[n] as number;
    const item = items[at] as ReplayItem;
    const command = isCommand(item);
    if (isPrompt(item) && (!command || replied)) {
      found.push({ kind: command ? 'command' : 'prompt', at });
      replied = false;
    } else replied ||= isReply(item);
  }
  // A session may consist of subagent runs only.
  const first = own[0] ?? items[0]?.index;
  if (first !== undefined && (replied || found.length === 0)) found.push({ kind: 'opening', at: first });
  return found.reverse();
}

/** Whether the session's agent said, thought or did the item. */
function isReply(item: ReplayItem): boolean {
  if (item.is === 'call' || isAnswer(item)) return true;
  const { type } = item.event;
  return type === 'thinking' || type === 'plan' || type === 'review';
}

/**
 * The items of each chapter. A run belongs to the chapter of the call that started it; a run without such a call, to the chapter in which
 * it begins.
 */
function* itemsOfChapters(
  { items, runs }: SessionIndex,
  opens: readonly ChapterStart[],
): Generator<undefined, Uint32Array[]> {
  const chapterOf = new Uint32Array(items.length);
  const sizes = new Uint32Array(opens.length);
  const chapterOfRun = new Int32Array(runs.length).fill(-1);
  let now = 0;
  for (const { index: at, run } of items) {
    if (at % itemsPerStep === 0) yield;
    if (run === 0 && at === opens[now + 1]?.at) now += 1;
    if (run !== 0 && chapterOfRun[run] === -1) {
      // An item comes after the call that started its run.
      const trigger = runs[run]?.trigger?.index;
      chapterOfRun[run] = trigger === undefined || trigger > at ? now : (chapterOf[trigger] as number);
    }
    const chapter = run === 0 ? now : (chapterOfRun[run] as number);
    chapterOf[at] = chapter;
    sizes[chapter] = (sizes[chapter] as number) + 1;
  }
  yield;
  const parts = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(opens.length);
  for (let at = 0; at < chapterOf.length && parts.length > 0; at += 1) {
    const chapter = chapterOf[at] as number;
    const count = filled[chapter] as number;
    (parts[chapter] as Uint32Array)[count] = at;
    filled[chapter] = count + 1;
  }
  return parts;
}

/** The figures of each chapter, added up over its items. */
function* ownFigures(
  index: SessionIndex,
  among: Uint32Array,
): Generator<undefined, Pick<Chapter, 'last' | 'answer' | 'calls' | 'failed'>> {
  const calls = { main: 0, inner: 0 };
  const failed = { main: 0, inner: 0 };
  let last = among[0] as number;
  let answer: number | undefined;
  for (const at of among) {
    if (at % itemsPerStep === 0) yield;
    const item = index.items[at] as ReplayItem;
    const side = item.run === 0 ? 'main' : 'inner';
    if (item.run === 0) last = at;
    if (item.is === 'call') {
      calls[side] += 1;
      if (hasFailed(item)) failed[side] += 1;
    } else if (item.run === 0 && isAnswer(item)) answer = at;
  }
  return { last, answer, calls, failed };
}
