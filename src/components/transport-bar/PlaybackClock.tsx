'use client';
import { type ReactElement, useCallback } from 'react';
import type { Position, SessionIndex } from '../../replay/index.ts';
import { useReplay } from '../../replay/react/index.ts';
import { knownStart } from '../../session/queries.ts';
import { useKit } from '../theme/useKit.ts';
import { RunningText } from './RunningText.tsx';
import { useStepText } from './useStepText.ts';

/** Where the playhead is: from the start, of how long, at which time of day where that is known, at which call. */
export function PlaybackClock(): ReactElement {
  const { formatters } = useKit();
  const duration = useReplay((state) => state.index.axes.full.duration);
  const dated = useReplay((state) => knownStart(state.index.session) !== undefined);
  const step = useStepText();
  const elapsed = useCallback(({ at }: Position) => formatters.clock(at), [formatters]);
  const timeOfDay = useCallback(
    ({ at }: Position, { axes }: SessionIndex) => formatters.timeOfDay(axes.full.toWall(at)),
    [formatters],
  );
  return (
    <div className="ark-clock ark-figures">
      <span className="ark-clock__time">
        <span className="ark-clock__now">
          <RunningText text={elapsed} />
        </span>{' '}
        <span className="ark-clock__quiet">/ {formatters.clock(duration)}</span>
      </span>
      {dated ? (
        <span className="ark-clock__day">
          <RunningText text={timeOfDay} />
        </span>
      ) : null}
      {step === '' ? null : <span className="ark-clock__step">{step}</span>}
    </div>
  );
}
