import { type Carrier, openCarrier, type Report } from '../carrier/openCarrier.ts';
import { diagnose } from '../diagnostics.ts';
import { isJsonObject, isStringList, type JsonObject, toPointer } from '../json/values.ts';
import { contiguousRuns } from '../phases/contiguousRuns.ts';
import { namePhase } from '../upgrades/namePhase.ts';
import { completeAnnotation } from './completeAnnotation.ts';
import { type CallRange, readRange } from './readRange.ts';

export interface AnnotationContext {
  session: Carrier;
  callIds: readonly string[];
  /** When the session ended: an annotation without a time was made then. */
  annotatedAt: string;
  report: Report;
}

/**
 * Completes every annotation of a session. One that lists its calls becomes one annotation a run of neighbours. What
 * names no calls cannot be an annotation, and is kept in the session's margin.
 */
export function completeAnnotations(annotations: unknown, context: AnnotationContext): JsonObject[] {
  if (!Array.isArray(annotations)) {
    context.session.misfit(['phase_annotations'], annotations, 'an array');
    return [];
  }
  const places = new Map(context.callIds.map((id, place) => [id, place]));
  let split = false;
  const completed = annotations.flatMap((given: unknown, index): JsonObject[] => {
    const raw = isJsonObject(given) ? namePhase(given) : given;
    const range = isJsonObject(raw) ? readRange(raw.tool_call_range) : undefined;
    if (!isJsonObject(raw) || range === undefined) {
      context.session.misfit(['phase_annotations', index], raw, 'an annotation with a tool_call_range');
      return [];
    }
    const ranges = range.is === 'range' ? [range] : runsOf(range.ids, index, places, context);
    if (ranges.length === 0) {
      context.session.keep(['phase_annotations', index], raw);
      return [];
    }
    const carrier = openCarrier(raw, ['phase_annotations', index], context.report);
    if (range.is === 'list') carrier.keep(['tool_call_range'], range.ids);
    const annotation = completeAnnotation(raw, { index, range, annotatedAt: context.annotatedAt, carrier });
    split ||= ranges.length > 1;
    return ranges.map((each, part) => partOf(annotation, each, part));
  });
  // Parts of one annotation stand between others; where none was split, the order is the file's.
  return split ? sortByStart(completed, places) : completed;
}

function sortByStart(annotations: readonly JsonObject[], places: ReadonlyMap<string, number>): JsonObject[] {
  const placeOf = (annotation: JsonObject): number => {
    const range = readRange(annotation.tool_call_range);
    return (range?.is === 'range' ? places.get(range.start) : undefined) ?? 0;
  };
  return annotations.toSorted((a, b) => placeOf(a) - placeOf(b));
}

type Span = Extract<CallRange, { is: 'range' }>;

function runsOf(
  ids: readonly string[],
  index: number,
  places: ReadonlyMap<string, number>,
  { callIds, report }: AnnotationContext,
): Span[] {
  const known: number[] = [];
  for (const [at, id] of ids.entries()) {
    const place = places.get(id);
    const pointer = toPointer(['phase_annotations', index, 'tool_call_range', at]);
    if (place === undefined) report(diagnose('dangling-call-id', { at: { pointer }, actual: id }));
    else known.push(place);
  }
  return contiguousRuns(known).map(({ first, last }) => ({
    is: 'range',
    start: callIds[first] ?? '',
    end: callIds[last] ?? '',
  }));
}

const inBothParts = new Set(['annotated_by', 'annotated_at', 'confidence']);

/** What an annotation says is said once, on its first part; the others only go on. */
function partOf(annotation: JsonObject, { start, end }: Span, part: number): JsonObject {
  const tool_call_range = { start_call_id: start, end_call_id: end };
  if (part === 0) return { ...annotation, tool_call_range };
  const { annotation_id, phase_type, annotated_by, annotated_at, confidence, description, inferred } = annotation;
  const shared = isStringList(inferred) ? inferred.filter((name) => inBothParts.has(name)) : [];
  return {
    annotation_id: `${String(annotation_id)}-${part + 1}`,
    phase_type,
    tool_call_range,
    annotated_by,
    annotated_at,
    confidence,
    ...(description === undefined ? {} : { description }),
    inferred: [...shared, 'annotation_id', 'tool_call_range'],
  };
}
