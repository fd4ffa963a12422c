import { diagnose } from '../diagnostics.ts';
import { filledText, isJsonObject, isStringList, type JsonObject, present, toPointer } from '../json/values.ts';
import { phaseAnnotation } from '../schema/std001v31.ts';
import { namePhase } from '../upgrades/rename.ts';
import { type FieldReader, openFieldReader } from './leftovers.ts';
import { normalise, numberedId, type Rule, type Scope, type Table } from './walk.ts';

interface AnnotationContext {
  /** End of the session: the time of an annotation that has none. */
  endedAt: unknown;
}

/** The decisions of an annotation or a phase. */
export const decisionsRule: Rule<unknown> = {
  entry: 'a decision',
  text: 'description',
  fields: {
    decision_id: { infer: ({ index }) => numberedId('dec', index) },
    type: { infer: 'approach' },
    description: { infer: '' },
  },
};

/** The context references of an annotation or a phase; a plain string is the path of a file. */
export const contextUsedRule: Rule<unknown> = {
  entry: 'a context reference',
  text: 'source',
  fields: { type: { infer: 'file' }, source: { infer: '' }, relevance: { infer: 'medium' }, usage_mode: {} },
};

export const annotationTable: Table<AnnotationContext> = {
  schema: phaseAnnotation,
  last: ['decisions', 'context_used'],
  rules: {
    annotated_at: { infer: ({ context }) => context.endedAt },
    annotation_id: { infer: ({ index }) => numberedId('ann', index) },
    phase_type: { infer: 'unclassified' },
    annotated_by: { infer: 'agent' },
    confidence: { read: readConfidence, infer: 'low' },
    decisions: decisionsRule,
    context_used: contextUsedRule,
  },
};

/** Some files state confidence as a fraction of 1. */
function readConfidence<Context>(value: unknown, { path, reader }: Scope<Context>): unknown {
  if (typeof value !== 'number') return value;
  const level = levelOfShare(value);
  reader.replaced(path, value, level);
  reader.infer('confidence');
  return level;
}

/** The level that a fraction of 1 stands for. */
export function levelOfShare(share: number): 'high' | 'medium' | 'low' {
  return share >= 0.8 ? 'high' : share >= 0.5 ? 'medium' : 'low';
}

interface AnnotatedSession {
  owner: FieldReader;
  callIds: readonly string[];
  /** ISO 8601. */
  endedAt: unknown;
}

/**
 * Normalises every annotation of a session. An annotation that lists its calls becomes one annotation per run of neighbouring calls. One
 * that names no calls cannot be an annotation, and goes to the leftovers.
 */
export function normaliseAnnotations(
  annotations: readonly unknown[],
  { owner, callIds, endedAt }: AnnotatedSession,
): JsonObject[] {
  const positions = new Map(callIds.map((id, position) => [id, position]));
  let split = false;
  const normalised = annotations.flatMap((given, index): JsonObject[] => {
    const path = ['phase_annotations', index];
    const raw = isJsonObject(given) ? namePhase(given) : given;
    const range = isJsonObject(raw) ? readRange(raw.tool_call_range) : undefined;
    if (!isJsonObject(raw) || range === undefined) {
      owner.mismatch(path, raw, 'an annotation with a tool_call_range');
      return [];
    }
    const spans = range.is === 'span' ? [range] : spansOf(range.ids, index, callIds, positions, owner);
    if (spans.length === 0) {
      owner.keep(path, raw);
      return [];
    }
    const { tool_call_range, ...rest } = raw;
    const reader = openFieldReader(raw, path, owner.report);
    keepRestOfRange(tool_call_range, range, reader);
    const fields = normalise(rest, annotationTable, { context: { endedAt }, reader, index });
    split ||= spans.length > 1;
    return spans.map((span, part) => partOf({ ...fields, ...reader.fields() }, span, part));
  });
  // Split annotations may interleave with others, so they are sorted; if none was split, the file's order stays.
  return split ? normalised.toSorted((a, b) => startOf(a, positions) - startOf(b, positions)) : normalised;
}

/** The calls of an annotation in the forms that files use: from one to another, or one by one. */
type CallRange = Span | { is: 'list'; ids: readonly string[] };
interface Span {
  is: 'span';
  start: string;
  end: string;
}

/**
 * Reads the range of an annotation: `{start_call_id, end_call_id}`, `{start, end}`, one id, `[start, end]`, or a list of at least three
 * ids. Undefined where it is none of these.
 */
function readRange(value: unknown): CallRange | undefined {
  if (isJsonObject(value)) {
    const start = filledText(value.start_call_id) ?? filledText(value.start);
    return spanOf(start, filledText(value.end_call_id) ?? filledText(value.end) ?? start);
  }
  const ids = typeof value === 'string' ? [value] : value;
  if (!isStringList(ids)) return undefined;
  return ids.length > 2 ? { is: 'list', ids } : spanOf(ids[0], ids.at(-1));
}

function spanOf(start: string | undefined, end: string | undefined): Span | undefined {
  return start === undefined || end === undefined ? undefined : { is: 'span', start, end };
}

/** The runs of neighbouring calls among those that an annotation lists. */
function spansOf(
  ids: readonly string[],
  index: number,
  callIds: readonly string[],
  positions: ReadonlyMap<string, number>,
  { report }: FieldReader,
): Span[] {
  const known = ids.flatMap((id, at) => {
    const position = positions.get(id);
    if (position !== undefined) return position;
    const pointer = toPointer(['phase_annotations', index, 'tool_call_range', at]);
    report(diagnose('dangling-call-id', { at: { pointer }, actual: id }));
    return [];
  });
  const idAt = (position: number): string => callIds[position] ?? '';
  return contiguousRuns(known).map(({ first, last }) => ({ is: 'span', start: idAt(first), end: idAt(last) }));
}

/** Keeps what a range says beside its ends; the ends are written for each part of the annotation. */
function keepRestOfRange(value: unknown, range: CallRange, { keep }: FieldReader): void {
  if (range.is === 'list') keep(['tool_call_range'], range.ids);
  else if (isJsonObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (each !== range.start && each !== range.end) keep(['tool_call_range', name], each);
    }
  }
}

function startOf({ tool_call_range }: JsonObject, positions: ReadonlyMap<string, number>): number {
  const range = readRange(tool_call_range);
  return (range?.is === 'span' ? positions.get(range.start) : undefined) ?? 0;
}

const inEveryPart = new Set(['annotated_by', 'annotated_at', 'confidence']);

/** The first part of a split annotation has its content; the others only continue it. */
function partOf(annotation: JsonObject, { start, end }: Span, part: number): JsonObject {
  const tool_call_range = { start_call_id: start, end_call_id: end };
  if (part === 0) return { ...annotation, tool_call_range };
  const { annotation_id, phase_type, annotated_by, annotated_at, confidence, description, inferred } = annotation;
  const shared = isStringList(inferred) ? inferred.filter((name) => inEveryPart.has(name)) : [];
  return {
    annotation_id: `${String(annotation_id)}-${part + 1}`,
    phase_type,
    tool_call_range,
    annotated_by,
    annotated_at,
    confidence,
    ...present({ description }),
    inferred: [...shared, 'annotation_id', 'tool_call_range'],
  };
}

/** The ends of each run of neighbouring positions, in order; duplicates count once. */
export function contiguousRuns(positions: Iterable<number>): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const at of [...new Set(positions)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run.last === at - 1) run.last = at;
    else runs.push({ first: at, last: at });
  }
  return runs;
}
