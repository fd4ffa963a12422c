'use client';
import { type ReactElement, useMemo } from 'react';
import type { ToolCall } from '../../session/index.ts';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { type CallState, isTrouble } from '../shared/call/callFacts.ts';
import { LogText } from '../shared/LogText.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import { useReason } from './useReason.ts';

/** Props of {@link CallSubject}. */
export interface CallSubjectProps {
  call: ToolCall;
  state: CallState;
  cwd: string | undefined;
  selected: boolean;
  onSelect: (() => void) | undefined;
  tabIndex: number | undefined;
}

/** Name and argument of a call, as the button of its row where it can be selected. */
export function CallSubject({ call, state, cwd, selected, onSelect, tabIndex }: CallSubjectProps): ReactElement {
  const { t } = useKit();
  const argument = useMemo(() => callArgument(call), [call]);
  const reason = useReason(call, state, 'heard');
  const subject = (
    <>
      <ToolName name={call.tool_name} /> <ArgumentText argument={argument} cwd={cwd} />
    </>
  );
  if (onSelect === undefined) return subject;
  // Said with the button, because a row of buttons is walked through without the cells beside them.
  const more = isTrouble(state)
    ? reason
    : state === 'unanswered' || state === 'running'
      ? t(`call.${state}`)
      : undefined;
  return (
    <button
      type="button"
      className="ark-line-button ark-row__button"
      aria-pressed={selected}
      tabIndex={tabIndex}
      onClick={onSelect}
    >
      {subject}
      {more === undefined ? null : (
        <span className="ark-unseen">
          , <LogText text={more} />
        </span>
      )}
    </button>
  );
}
