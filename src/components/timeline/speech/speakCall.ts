import type { ToolCall } from '../../../session/index.ts';
import { toolLabel } from '../../icons/toolLabel.ts';
import { type CallArgument, callArgument } from '../../shared/call/callArgument.ts';
import { callState, isTrouble } from '../../shared/call/callState.ts';
import { failureReason } from '../../shared/call/failureReason.ts';
import { relativePath } from '../../shared/call/relativePath.ts';
import type { Kit } from '../../theme/kit.ts';
import { plainText } from './plainText.ts';

type Trouble = 'failed' | 'denied' | 'interrupted' | 'cancelled';

/** A call in words: what was called with what, what went wrong, how long it took. */
export function speakCall(
  kit: Kit,
  call: ToolCall,
  cwd: string | undefined,
  standing: 'done' | 'running' | 'ahead',
): string[] {
  const { t, formatters } = kit;
  const { server, name } = toolLabel(call.tool_name);
  const state = callState(call, standing);
  const words = [server ?? '', name, argumentText(callArgument(call), cwd)].filter((word) => word !== '');
  return [
    plainText(kit, words.join(' ')),
    ...(isTrouble(state) ? [speakTrouble(kit, call, state)] : []),
    state === 'unanswered' || state === 'running' ? t(`call.${state}`) : formatters.duration(call.duration_ms),
  ];
}

function argumentText(argument: CallArgument, cwd: string | undefined): string {
  switch (argument.kind) {
    case 'path':
      return `${relativePath(argument.path, cwd)} ${argument.lines ?? ''}`.trim();
    case 'code':
      return `${argument.text} ${argument.where ?? ''}`.trim();
    case 'words':
      return `${argument.lead ?? ''} ${argument.text}`.trim();
    case 'none':
      return '';
  }
}

function speakTrouble(kit: Kit, call: ToolCall, state: Trouble): string {
  const { t } = kit;
  const outcome = t(`outcome.${state}`);
  const reason = failureReason(call);
  switch (reason.kind) {
    case 'words':
      return t('call.reason', { outcome, reason: plainText(kit, reason.text) });
    case 'exit':
      return t('call.reason', { outcome, reason: t('call.exit', { code: String(reason.code) }) });
    case 'silent':
      return outcome;
  }
}
