import type { Session, ToolCall } from '../schema/std001v31.ts';

/** The calls of a session in order: its own, or with those of its sub-sessions behind them, run by run. */
export function allToolCalls(session: Session, scope: 'own' | 'with sub-sessions' = 'own'): ToolCall[] {
  if (scope === 'own') return session.tool_calls;
  return [...session.tool_calls, ...session.sub_sessions.flatMap(({ tool_calls }) => tool_calls)];
}
