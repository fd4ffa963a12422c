import { failureReason, withoutOutcome } from '../../../session/facts/callOutcome.ts';
import type { ToolCall } from '../../../session/index.ts';
import { useKit } from '../../theme/useKit.ts';
import { type CallState, isTrouble } from './callFacts.ts';

/**
 * Why a call did not succeed, in words; nothing for a call that did, or that has not ended. Who hears a row does not see the red
 * mark on its icon: there a failure is called one.
 *
 * @param longest of the log's own words, in characters; what a row has room for unless it is given
 */
export function useReason(
  call: ToolCall,
  state: CallState,
  sense: 'seen' | 'heard',
  longest?: number,
): string | undefined {
  const { t } = useKit();
  if (!isTrouble(state)) return undefined;
  const withOutcome = (reason: string): string => {
    const outcome = t(`call.${state}`);
    const saysItself = reason.toLowerCase().startsWith(outcome.toLowerCase());
    if (saysItself || (state === 'failed' && sense === 'seen')) return reason;
    const rest = withoutOutcome(reason, state);
    return rest === '' ? outcome : t('call.reason', { outcome, reason: rest });
  };
  const reason = failureReason(call, longest);
  switch (reason.kind) {
    case 'words':
      return withOutcome(reason.text);
    case 'exit':
      return state === 'failed' ? withOutcome(t('call.exit', { code: String(reason.code) })) : t(`call.${state}`);
    case 'silent':
      return state === 'failed' ? t('call.failedSilently') : t(`call.${state}`);
  }
}
