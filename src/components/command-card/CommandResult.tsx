'use client';
import type { ReactElement } from 'react';
import type { ToolCall } from '../../session/index.ts';
import { callState } from '../shared/call/callState.ts';
import { isInferred, isOutcomeInferred } from '../shared/call/inferredFields.ts';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link CommandResult}. */
export interface CommandResultProps {
  call: ToolCall;
  standing: 'done' | 'running' | 'ahead';
}

/** What came of a command, its exit code, and how long it took; durations of cards that stand above each other end alike. */
export function CommandResult({ call, standing }: CommandResultProps): ReactElement {
  const { t, formatters } = useKit();
  const state = callState(call, standing);
  const open = state === 'running' || state === 'unanswered';
  const code = open ? undefined : call.output.result?.exit_code;
  const duration = formatters.duration(call.duration_ms);
  const inferred = isInferred(call, 'duration_ms');
  return (
    <span className="ark-command-card__result">
      <OutcomeText outcome={state} inferred={isOutcomeInferred(call) && !open} />
      {code === undefined ? null : (
        <span className="ark-command-card__exit" data-failed={code === 0 ? undefined : ''}>
          {t('command.exit', { code })}
        </span>
      )}
      <span className="ark-command-card__duration" title={inferred ? t('call.inferredDuration') : undefined}>
        {open ? '\u2013' : `${inferred ? '\u2248' : ''}${duration}`}
      </span>
    </span>
  );
}
