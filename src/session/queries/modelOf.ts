import type { Session } from '../schema/std001v31.ts';

/** The model that a session ran with; undefined where nobody knows: v3.0 demands a name there, and `unknown` is none. */
export function modelOf({ agent }: { agent: Pick<Session['agent'], 'model_id'> }): string | undefined {
  return agent.model_id === '' || agent.model_id === 'unknown' ? undefined : agent.model_id;
}
