import type { PhaseAnnotation, PhaseType, Session } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { replaySession } from './replaySession.ts';

const types: readonly PhaseType[] = ['understand', 'explore', 'plan', 'execute', 'verify', 'mixed', 'unclassified'];

/** A session with that many phases of one call each, type after type. */
export function phasedSession(phases: number): Session {
  const lines = Array.from(
    { length: phases },
    (_, n) =>
      `== ${types[n % types.length]}\n${Math.floor(n / 6)}:${String((n % 6) * 10).padStart(2, '0')} Read(src/tides/station${n}.ts) 4s: 12 lines`,
  );
  const session = sessionFromText(
    ['@ title Phases of every type', '@ created 2026-03-14T08:05:00.000Z', ...lines].join('\n'),
  );
  return { ...session, session_id: `phased-${phases}` };
}

/** Every type of phase once. */
export const sevenPhases = phasedSession(types.length);

/** The annotations of the drawn session, by their ids, as a person or an older log may have written them. */
const recorded: Readonly<Record<string, Partial<PhaseAnnotation>>> = {
  'ann-002': {
    exploration_record: {
      files_considered: [
        { path: 'src/stations/parseStation.ts', reason: 'reads the offset once', used: true },
        { path: 'src/export/ical.ts', reason: 'adds an offset of its own', used: true },
        { path: 'src/harmonics/sum.ts', reason: 'the hour is right until the 25th', used: false },
      ],
      selection_reasoning: 'Whatever adds an offset to a time.',
    },
  },
  'ann-006': { loop_info: { attempt_number: 2, is_retry: true } },
  'ann-007': { loop_info: { attempt_number: 2, is_retry: true } },
};

/** A session that gives its retries and explored files itself, as those of version 2 do. */
export const recordedPhases: Session = {
  ...replaySession,
  session_id: 'recorded-phases',
  phase_annotations: (replaySession.phase_annotations ?? []).map((annotation) => ({
    ...annotation,
    ...recorded[annotation.annotation_id],
  })),
};
