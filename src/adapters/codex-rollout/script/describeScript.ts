import { callKind } from '../calls/callKind.ts';
import { commandOf } from '../calls/commandOf.ts';
import { asObject, asText } from '../narrow.ts';
import { findPatchText } from '../patches/findPatchText.ts';
import type { InnerCall } from './findToolCalls.ts';

/** What a script does, as far as it is written out. */
export interface ScriptFacts {
  /** The tools it calls, with their arguments where they are literals. */
  tools: { tool: string; arguments?: unknown }[];
  /** The command, where the script makes one call, of a shell, with a literal argument. */
  command: string | undefined;
  /** The patch, where the script makes one call, of `apply_patch`, with a literal argument. */
  patch: string | undefined;
}

export function describeScript(calls: readonly InnerCall[]): ScriptFacts {
  const tools = calls.map(({ tool, argument }) => ({
    tool,
    ...(argument === undefined ? {} : { arguments: argument }),
  }));
  const [only] = calls;
  if (calls.length !== 1 || only === undefined) return { tools, command: undefined, patch: undefined };
  const fields = asObject(only.argument);
  const text = asText(only.argument) ?? asText(fields?.patch) ?? asText(fields?.input);
  return {
    tools,
    command: callKind(only.tool, {}, false) === 'shell' ? commandOf(fields?.cmd ?? fields?.command) : undefined,
    patch: only.tool === 'apply_patch' && text !== undefined ? findPatchText(text) : undefined,
  };
}
