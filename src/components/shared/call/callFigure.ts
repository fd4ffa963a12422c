import { outputText } from '../../../session/facts/callTexts.ts';
import { toolFamily } from '../../../session/facts/toolFacts.ts';
import type { ToolCall } from '../../../session/index.ts';
import { countLines } from '../text/countLines.ts';
import { countChanges, fileChanges } from './fileChanges.ts';

/** The one figure that a row gives of a result. */
export type CallFigure =
  | { readonly kind: 'change'; readonly added: number; readonly removed: number }
  /** Lines of output; `cut` says that there were more, and no one knows how many. */
  | { readonly kind: 'lines'; readonly n: number; readonly cut: boolean }
  | { readonly kind: 'empty' }
  /** Calls inside a subagent. */
  | { readonly kind: 'uses'; readonly n: number };

const withLines = new Set(['terminal', 'read', 'list', 'search', 'notebook']);

/** The figure of a finished call: lines changed, calls inside, lines given back; nothing where a number says nothing. */
export function callFigure(call: ToolCall): CallFigure | undefined {
  if (call.subagent_info !== undefined) return { kind: 'uses', n: call.subagent_info.tool_uses };
  const changes = fileChanges(call);
  if (changes.length > 0) return { kind: 'change', ...countChanges(changes) };
  if (!withLines.has(toolFamily(call.tool_name))) return undefined;
  const output = outputText(call);
  if (output === undefined) return call.output.result === undefined ? undefined : { kind: 'empty' };
  if (output.whole !== undefined) return { kind: 'lines', n: output.whole.lines, cut: false };
  return { kind: 'lines', n: countLines(output.text), cut: call.output.truncated === true };
}
