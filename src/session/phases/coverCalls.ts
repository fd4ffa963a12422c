import { isJsonObject } from '../json/values.ts';
import type { PhaseAnnotation } from '../schema/std001v31.ts';

/**
 * Makes a source's annotations cover every call exactly once. Where two overlap, the one that starts first keeps the calls; an annotation
 * left without calls is kept in `extensions.kit.overlapped` of the one before it. Gaps become `unclassified`. Annotations whose range names
 * no calls, or runs backwards, are left out; if none remain, the result is empty. `annotatedAt` (ISO 8601) is when the gaps were filled.
 */
export function coverCalls(
  annotations: readonly PhaseAnnotation[],
  callIds: readonly string[],
  annotatedAt: string,
): PhaseAnnotation[] {
  const covered: PhaseAnnotation[] = [];
  const taken = new Set(annotations.map(({ annotation_id }) => annotation_id));
  let gaps = 0;
  const rangeOf = (first: number, last: number) => ({
    start_call_id: callIds[first] ?? '',
    end_call_id: callIds[last] ?? '',
  });
  const fillTo = (end: number, start: number): void => {
    if (start >= end) return;
    gaps += 1;
    while (taken.has(`gap-${gaps}`)) gaps += 1;
    covered.push(gap(`gap-${gaps}`, rangeOf(start, end - 1), annotatedAt));
  };
  const overlapped = new Map<number, PhaseAnnotation[]>();
  let next = 0;
  for (const { annotation, first, last } of spansOf(annotations, callIds)) {
    fillTo(first, next);
    if (last < next) {
      const owner = covered.length - 1;
      const others = overlapped.get(owner);
      if (others === undefined) overlapped.set(owner, [annotation]);
      else others.push(annotation);
      continue;
    }
    const from = Math.max(first, next);
    covered.push(from === first ? annotation : { ...annotation, tool_call_range: rangeOf(from, last) });
    next = last + 1;
  }
  if (covered.length > 0) fillTo(callIds.length, next);
  return covered.map((annotation, index) => withOverlapped(annotation, overlapped.get(index)));
}

interface Span {
  annotation: PhaseAnnotation;
  first: number;
  last: number;
}

/** The annotations that have calls, by their start; those with the same start in the order of the list. */
function spansOf(annotations: readonly PhaseAnnotation[], callIds: readonly string[]): Span[] {
  const callIndexes = new Map(callIds.map((id, callIndex) => [id, callIndex]));
  return annotations
    .flatMap((annotation) => {
      const first = callIndexes.get(annotation.tool_call_range.start_call_id);
      const last = callIndexes.get(annotation.tool_call_range.end_call_id);
      return first === undefined || last === undefined || last < first ? [] : { annotation, first, last };
    })
    .sort((a, b) => a.first - b.first);
}

function gap(
  annotation_id: string,
  tool_call_range: PhaseAnnotation['tool_call_range'],
  annotated_at: string,
): PhaseAnnotation {
  return {
    annotation_id,
    phase_type: 'unclassified',
    tool_call_range,
    annotated_by: 'auto',
    annotated_at,
    confidence: 'low',
    inferred: ['tool_call_range', 'annotated_at'],
  };
}

/** Decisions and context of an annotation without calls are kept where they can be found. */
function withOverlapped(annotation: PhaseAnnotation, overlapped: PhaseAnnotation[] | undefined): PhaseAnnotation {
  if (overlapped === undefined) return annotation;
  return { ...annotation, extensions: { ...annotation.extensions, kit: { overlapped } } };
}

/** Whether phases leave out no call: readers of v2 show only calls that belong to a phase. */
export function phasesCover(phases: unknown, callIds: readonly string[]): boolean {
  if (!Array.isArray(phases)) return false;
  const named = new Set(
    phases.flatMap((phase: unknown) =>
      isJsonObject(phase) && Array.isArray(phase.tool_call_ids) ? (phase.tool_call_ids as unknown[]) : [],
    ),
  );
  return callIds.every((id) => named.has(id));
}

/** Whether a session of the current version may keep its phases: none at all, or some that leave out no call. An empty list says nothing. */
export function phasesFit(phases: readonly unknown[] | undefined, callIds: readonly string[]): boolean {
  return phases === undefined || (phases.length > 0 && phasesCover(phases, callIds));
}
