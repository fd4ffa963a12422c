import { type Carrier, openCarrier, type Report } from '../carrier/openCarrier.ts';
import { diagnose } from '../diagnostics.ts';
import { isJsonObject, type JsonObject } from '../json/jsonObject.ts';
import { toPointer } from '../json/jsonPath.ts';
import { contiguousRuns } from '../phases/contiguousRuns.ts';
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
  return annotations.flatMap((raw: unknown, index) => {
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
    return ranges.map((each, part) => partOf(annotation, each, part));
  });
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

/** What an annotation says is said once, on its first part; the others only go on. */
function partOf(annotation: JsonObject, { start, end }: Span, part: number): JsonObject {
  const tool_call_range = { start_call_id: start, end_call_id: end };
  if (part === 0) return { ...annotation, tool_call_range };
  const { annotation_id, phase_type, annotated_by, annotated_at, confidence, description } = annotation;
  return {
    annotation_id: `${String(annotation_id)}-${part + 1}`,
    phase_type,
    tool_call_range,
    annotated_by,
    annotated_at,
    confidence,
    ...(description === undefined ? {} : { description }),
    inferred: ['annotation_id', 'tool_call_range'],
  };
}
