'use client';
import type { ToolCall } from '../../session/index.ts';
import { type CallState, isTrouble } from '../shared/call/callState.ts';
import { failureReason } from '../shared/call/failureReason.ts';
import { useKit } from '../theme/useKit.ts';

/** Why a call did not succeed, in words; nothing for a call that did, or that has not ended. */
export function useReason(call: ToolCall, state: CallState): string | undefined {
  const { t } = useKit();
  if (!isTrouble(state)) return undefined;
  const reason = failureReason(call);
  switch (reason.kind) {
    case 'words':
      return state === 'failed' ? reason.text : t('call.reason', { outcome: t(`call.${state}`), reason: reason.text });
    case 'exit':
      return state === 'failed' ? t('call.exit', { code: String(reason.code) }) : t(`call.${state}`);
    case 'silent':
      return state === 'failed' ? t('call.failedSilently') : t(`call.${state}`);
  }
}
