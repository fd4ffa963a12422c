import type { SubagentInfo } from '../../../session/index.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import { readAgentTail } from '../tags.ts';
import { counted, type RawResult, type ResultFields, snakeFields } from './fields.ts';

const known = new Set([
  'content',
  'prompt',
  'usage',
  'totalDurationMs',
  'totalTokens',
  'totalToolUseCount',
  'agentType',
  'description',
]);

/** The result of `Task` and `Agent`: the subagent's report, and the cost of its run. */
export function readAgentResult({ text, structured = {}, preview }: RawResult): ResultFields {
  const tail = readAgentTail(text);
  const toolUses = countOf(structured, 'totalToolUseCount') ?? tail.toolUses;
  const tokens = countOf(structured, 'totalTokens') ?? tail.tokens;
  const durationMs = countOf(structured, 'totalDurationMs') ?? tail.durationMs;
  const agentType = field.text(structured, 'agentType');
  const subagent: Partial<SubagentInfo> = {
    ...(agentType === undefined ? {} : { subagent_type: agentType }),
    ...(toolUses === undefined ? {} : { tool_uses: toolUses }),
    ...(tokens === undefined ? {} : { tokens_used: tokens }),
  };
  const fields = { ...snakeFields(structured, known), ...(preview === undefined ? {} : { preview }) };
  return {
    text,
    display: displayOf(field.text(structured, 'status'), toolUses, tokens, durationMs),
    ...(Object.keys(subagent).length === 0 ? {} : { subagent }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

function countOf(structured: JsonObject, key: string): number | undefined {
  const value = field.number(structured, key);
  return value === undefined || value < 0 ? undefined : Math.round(value);
}

function displayOf(
  status: string | undefined,
  toolUses: number | undefined,
  tokens: number | undefined,
  durationMs: number | undefined,
): string | undefined {
  if (status === 'async_launched') return 'Started in the background';
  const facts = [
    ...(toolUses === undefined ? [] : [counted(toolUses, 'tool use')]),
    ...(tokens === undefined ? [] : [counted(tokens, 'token')]),
    ...(durationMs === undefined ? [] : [`${Math.round(durationMs / 1000)} s`]),
  ];
  return facts.length === 0 ? undefined : facts.join(' · ');
}
