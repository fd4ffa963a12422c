import type { PhaseAnnotation, Session } from '../../session/index.ts';
import { keepAside } from './keepAside.ts';

/**
 * Moves annotations whose range names no calls, or runs backwards, to the margin: they cannot cover anything, and the
 * assembly would leave them out.
 */
export function setAsideUnusable(session: Session): Session {
  const { phase_annotations: annotations = [], ...rest } = session;
  const places = new Map(session.tool_calls.map(({ call_id }, place) => [call_id, place]));
  const isUsable = ({ tool_call_range: { start_call_id, end_call_id } }: PhaseAnnotation): boolean => {
    const start = places.get(start_call_id);
    const end = places.get(end_call_id);
    return start !== undefined && end !== undefined && start <= end;
  };
  const usable = annotations.filter(isUsable);
  if (usable.length === annotations.length) return session;
  const unusable = annotations.filter((each) => !isUsable(each)).map((each) => [each.annotation_id, each] as const);
  return {
    ...rest,
    ...(usable.length === 0 ? {} : { phase_annotations: usable }),
    ...keepAside(session, { unusable_annotations: Object.fromEntries(unusable) }),
  };
}
