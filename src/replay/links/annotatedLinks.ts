import { isSameFile } from '../../session/facts/callFiles.ts';
import type { ContextReference, PhaseAnnotation, ToolCall } from '../../session/index.ts';
import { callRole, INFERRED_CONTEXT } from '../../session/internal.ts';
import { countUpTo } from '../countUpTo.ts';
import type { SessionIndex } from '../sessionIndex.ts';

/** A link that the session itself states. */
export interface AnnotatedLink {
  readonly from: number;
  readonly to: number;
  /** The context reference of the phase's annotation; absent where the contributing call itself says that it contributed. */
  readonly reference?: ContextReference;
}

/** A call that is about a source: it read or changed a file with this path, or has this id in the log. */
interface Touch {
  readonly source: string;
  readonly item: number;
  readonly changes: boolean;
}

/** Maximum number of calls looked back over for one file name: every reference of a session may name the same file. */
const farthest = 256;

/**
 * The links that the session itself states, ascending by the call that used something.
 *
 * For a context reference of a phase: from the last call that read the source, to the call of the phase that changes it; if none does, to
 * the first call after the reading that does more than look, even in a later phase, because what one phase looks at the next one uses. For
 * a call that says what it contributed, and that no annotation mentions: to the first call after it that changes what it read; if none
 * does, to the first that does more than look.
 */
export function annotatedLinks(index: SessionIndex): readonly AnnotatedLink[] {
  const contributing = statedContributions(index);
  if (contributing.size === 0 && !index.phases.some((phase) => statedContext(phase).length > 0)) return [];
  const touches = touchesByName(index);
  const found: AnnotatedLink[] = [];
  const phases = callsByPhase(index);
  const doing = [...phases.values()].flatMap((calls) => calls.doing).sort((a, b) => a - b);
  for (const [phase, calls] of phases) {
    const isInPhase = (item: number): boolean => index.phaseOf[item] === phase;
    for (const reference of statedContext(index.phases[phase])) {
      const named = touches.get(nameOf(reference.source));
      if (named === undefined) continue;
      const near = touchesUpTo(named, calls.last).filter(({ source }) => isSameFile(source, reference.source));
      const link = linkOf(near, doing, isInPhase);
      if (link !== undefined) found.push({ ...link, reference });
    }
  }
  const explained = new Set(found.map(({ from }) => from));
  for (const from of contributing) {
    const to = explained.has(from) ? undefined : userOf(index, from, touches, doing);
    if (to !== undefined) found.push({ from, to });
  }
  return found.sort((a, b) => a.to - b.to);
}

/** The stated context. Inferred context is left out: it comes from the same texts as links do, so it proves nothing. */
function statedContext(phase: PhaseAnnotation | undefined): readonly ContextReference[] {
  return phase?.inferred?.includes(INFERRED_CONTEXT) === true ? [] : (phase?.context_used ?? []);
}

/**
 * The session's own calls that say what they contributed and whose result can have been used. Only sessions of the standard have such
 * statements: in a converted log a contribution only says where the text of a result stands.
 */
export function statedContributions({ items, runs, session }: SessionIndex): ReadonlySet<number> {
  const stated = new Set<number>();
  if ((session.provenance?.source_format ?? 'std001') !== 'std001') return stated;
  for (const at of runs[0]?.landmarks.call ?? []) {
    const item = items[at];
    if (item?.is !== 'call' || item.call.context_contribution === undefined) continue;
    if (!isContributionInferred(item.call) && callRole(item.call).contributes) stated.add(at);
  }
  return stated;
}

function isContributionInferred({ inferred = [] }: ToolCall): boolean {
  return inferred.some((field) => field === 'context_contribution' || field.startsWith('context_contribution.'));
}

/** The call that used what another call, ended by then, contributed. */
function userOf(
  { items, starts, ends }: SessionIndex,
  from: number,
  touches: ReadonlyMap<string, NamedTouches>,
  doing: readonly number[],
): number | undefined {
  const item = items[from];
  if (item?.is !== 'call') return undefined;
  const isAfter = (at: number): boolean => (starts[at] as number) >= (ends[from] as number);
  const changes = callRole(item.call).touches.flatMap(({ path }) => {
    const named = touches.get(nameOf(path));
    if (named === undefined) return [];
    const first = countUpTo(named.items, from);
    const near = named.touches.slice(first, first + farthest);
    return near.filter((each) => each.changes && isAfter(each.item) && isSameFile(each.source, path)).slice(0, 1);
  });
  if (changes.length > 0) return changes.reduce((first, { item: at }) => Math.min(first, at), Number.POSITIVE_INFINITY);
  const first = countUpTo(doing, from);
  return doing.slice(first, first + farthest).find(isAfter);
}

function linkOf(
  touches: readonly Touch[],
  doing: readonly number[],
  isInPhase: (item: number) => boolean,
): Pick<AnnotatedLink, 'from' | 'to'> | undefined {
  const change = touches.find(({ item, changes }) => changes && isInPhase(item))?.item;
  const from = touches.findLast(({ item, changes }) => !changes && (change === undefined || item < change))?.item;
  if (from === undefined) return undefined;
  const to = change ?? doing[countUpTo(doing, from)];
  return to === undefined ? undefined : { from, to };
}

/** The calls of a phase. */
interface PhaseCalls {
  last: number;
  /** Those that do more than look, ascending. */
  readonly doing: number[];
}

function callsByPhase({ items, phaseOf, runs }: SessionIndex): Map<number, PhaseCalls> {
  const calls = new Map<number, PhaseCalls>();
  for (const at of runs[0]?.landmarks.call ?? []) {
    const item = items[at];
    if (item?.is !== 'call') continue;
    const phase = phaseOf[at] as number;
    const known = calls.get(phase) ?? { last: at, doing: [] };
    calls.set(phase, known);
    known.last = at;
    if (item.call.tool_category !== 'perception' && callRole(item.call).uses) known.doing.push(at);
  }
  return calls;
}

/** Touches of files, or of ids, that share one name; ascending. */
interface NamedTouches {
  readonly items: number[];
  readonly touches: Touch[];
}

/** The calls that touch files or have an id in their log, by the last part of the path or id. */
function touchesByName({ items, landmarks }: SessionIndex): Map<string, NamedTouches> {
  const byName = new Map<string, NamedTouches>();
  const add = (touch: Touch): void => {
    const name = nameOf(touch.source);
    const named = byName.get(name) ?? { items: [], touches: [] };
    byName.set(name, named);
    named.items.push(touch.item);
    named.touches.push(touch);
  };
  for (const at of landmarks.call) {
    const item = items[at];
    if (item?.is !== 'call') continue;
    for (const { path, access } of callRole(item.call).touches) {
      add({ source: path, item: at, changes: access !== 'read' });
    }
    const id = item.call.source_ref?.native_id;
    if (id !== undefined) add({ source: id, item: at, changes: false });
  }
  return byName;
}

function touchesUpTo({ items, touches }: NamedTouches, last: number): Touch[] {
  const end = countUpTo(items, last);
  return touches.slice(Math.max(0, end - farthest), end);
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
