import type { ContextType, ToolCall } from '../../session/index.ts';
import { callRole } from './callRole.ts';

/** Folders by what their files are to an agent, as the standard names them. */
const folders: readonly (readonly [RegExp, ContextType])[] = [
  [/(?:^|[\\/])(?:CLAUDE|AGENTS)(?:\.local)?\.md$/i, 'claude_md'],
  [/(?:^|[\\/])rules[\\/]/i, 'rule'],
  [/(?:^|[\\/])standards[\\/]/i, 'standard'],
  [/(?:^|[\\/])skills[\\/]|(?:^|[\\/])SKILL\.md$/i, 'skill'],
  [/(?:^|[\\/])specs[\\/]/i, 'spec'],
  [/capabilit(?:y|ies)/i, 'capability'],
];

/** What a file is to an agent, by its path. */
export function contextTypeOfPath(path: string): ContextType {
  return folders.find(([pattern]) => pattern.test(path))?.[1] ?? 'file';
}

/** What a call contributes to the context of its agent, by the standard's types: a file of some kind, a skill, or a result. */
export function contextTypeOf(call: ToolCall): ContextType {
  const path = callRole(call).touches[0]?.path;
  if (path !== undefined) return contextTypeOfPath(path);
  return call.tool_name.toLowerCase() === 'skill' ? 'skill' : 'tool_result';
}
