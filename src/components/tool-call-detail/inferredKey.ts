import type { MessageKey } from '../language/messages.ts';

const keys = {
  started_at: 'inferred.started_at',
  ended_at: 'inferred.ended_at',
  duration_ms: 'inferred.duration_ms',
  outcome: 'inferred.outcome',
  'output.status': 'inferred.outcome',
  tool_name: 'inferred.tool_name',
  tool_category: 'inferred.tool_category',
} as const satisfies Record<string, MessageKey>;

/** The text that says of a field, in words, that it is inferred; nothing for a field that has no words of its own. */
export function inferredKey(field: string): (typeof keys)[keyof typeof keys] | undefined {
  return Object.hasOwn(keys, field) ? keys[field as keyof typeof keys] : undefined;
}
