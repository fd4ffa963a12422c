import { type Diagnostic, diagnose } from '../diagnostics.ts';
import { groupBy } from '../json/groupBy.ts';
import { toPointer } from '../json/jsonPath.ts';
import type { PhaseAnnotation, Session } from '../schema/std001v31.ts';

interface Span {
  annotation: PhaseAnnotation;
  index: number;
  /** Places of calls, both included. */
  first: number;
  last: number;
}

/** Ranges of annotations: ends that are not there, run backwards or overlap, and calls that none covers. */
export function* checkRanges({ phase_annotations = [], tool_calls }: Session): Generator<Diagnostic> {
  const places = new Map(tool_calls.map(({ call_id }, place) => [call_id, place]));
  const spans: Span[] = [];
  for (const [index, annotation] of phase_annotations.entries()) {
    const { start_call_id, end_call_id } = annotation.tool_call_range;
    const first = places.get(start_call_id);
    const last = places.get(end_call_id);
    if (first === undefined) yield dangling(index, 'start_call_id', start_call_id);
    if (last === undefined) yield dangling(index, 'end_call_id', end_call_id);
    if (first === undefined || last === undefined) continue;
    if (last >= first) spans.push({ annotation, index, first, last });
    else
      yield diagnose('backward-range', {
        at: { pointer: pointerOf(index) },
        actual: `${start_call_id} to ${end_call_id}`,
      });
  }
  if (phase_annotations.length > 0) yield* checkCover(spans, tool_calls.length);
}

function pointerOf(index: number): string {
  return toPointer(['phase_annotations', index, 'tool_call_range']);
}

function dangling(index: number, end: 'start_call_id' | 'end_call_id', actual: string): Diagnostic {
  return diagnose('dangling-call-id', { at: { pointer: `${pointerOf(index)}/${end}` }, actual });
}

/** One walk over the calls: `reach` is how far the annotations met so far go. */
function* checkCover(spans: readonly Span[], calls: number): Generator<Diagnostic> {
  const byStart = groupBy(spans, ({ first }) => first);
  let reach = -1;
  let reaching: Span | undefined;
  let uncovered = 0;
  for (let place = 0; place < calls; place += 1) {
    for (const span of byStart.get(place) ?? []) {
      if (place <= reach && reaching !== undefined) {
        const actual = `${span.annotation.annotation_id} and ${reaching.annotation.annotation_id}`;
        yield diagnose('overlapping-ranges', { at: { pointer: pointerOf(span.index) }, actual });
      }
      if (span.last > reach) {
        reach = span.last;
        reaching = span;
      }
    }
    if (place > reach) uncovered += 1;
  }
  if (uncovered === 0) return;
  const at = { pointer: toPointer(['phase_annotations']) };
  yield diagnose('uncovered-calls', { at, actual: `${uncovered} of ${calls} calls`, expected: 'none' });
}
