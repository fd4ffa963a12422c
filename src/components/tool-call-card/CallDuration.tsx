'use client';
import type { ReactElement } from 'react';
import type { ToolCall } from '../../session/index.ts';
import type { CallState } from '../shared/call/callState.ts';
import { isInferred } from '../shared/call/inferredFields.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link CallDuration}. */
export interface CallDurationProps {
  call: ToolCall;
  state: CallState;
  /** What counts in place of the call's own, in milliseconds. */
  durationMs: number | undefined;
}

/** How long a call took: a moving line while it runs, an en dash where no result ever came, `≈` where it is a guess. */
export function CallDuration({ call, state, durationMs }: CallDurationProps): ReactElement {
  const { t, formatters } = useKit();
  if (state === 'running') return <span className="ark-call__running" aria-hidden="true" />;
  if (durationMs !== undefined) return <>{formatters.duration(durationMs)}</>;
  if (state === 'unanswered') return <span aria-hidden="true">{'\u2013'}</span>;
  const duration = formatters.duration(call.duration_ms);
  if (!isInferred(call, 'duration_ms')) return <>{duration}</>;
  return <span title={t('call.inferredDuration')}>{`\u2248${duration}`}</span>;
}
