import { tagText } from './readTag.ts';

/** What a subagent's result text says about its run. */
export interface AgentTail {
  agentId: string | undefined;
  tokens: number | undefined;
  toolUses: number | undefined;
  durationMs: number | undefined;
}

const agentLine = /^agentId: ([\w-]{1,80})/gm;

/** Reads the lines `agentId: …` and `<usage>…</usage>` that the CLI adds below a subagent's report. */
export function readAgentTail(text: string): AgentTail {
  let agentId: string | undefined;
  for (const match of text.matchAll(agentLine)) agentId = copyOf(match[1] ?? '');
  const usage = tagText(text.slice(Math.max(0, text.length - 2000)), 'usage') ?? '';
  return {
    agentId,
    tokens: usageNumber(usage, 'total_tokens') ?? usageNumber(usage, 'subagent_tokens'),
    toolUses: usageNumber(usage, 'tool_uses'),
    durationMs: usageNumber(usage, 'duration_ms'),
  };
}

/** Both forms: `name: 12` and `<name>12</name>`. */
export function usageNumber(usage: string, name: string): number | undefined {
  const at = usage.indexOf(name);
  if (at === -1) return undefined;
  const digits = /^\D{1,3}(\d{1,15})/.exec(usage.slice(at + name.length, at + name.length + 20))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A slice would keep the whole text in memory behind it. */
function copyOf(slice: string): string {
  return [...slice].join('');
}
