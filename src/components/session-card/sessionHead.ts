import type { Session } from '../../session/index.ts';

/** What a card shows of a session. Its calls and events are left out: to mask them would take long, for nothing. */
export type SessionHead = Pick<
  Session,
  | 'session_id'
  | 'task_title'
  | 'created_at'
  | 'status'
  | 'outcome'
  | 'inferred'
  | 'agent'
  | 'environment'
  | 'provenance'
  | 'task_description'
  | 'summary'
  | 'extensions'
>;

/** Takes out of a session what its card shows. */
export function sessionHead({
  session_id,
  task_title,
  created_at,
  status,
  outcome,
  inferred,
  agent,
  environment,
  provenance,
  task_description,
  summary,
  extensions,
}: Session): SessionHead {
  return {
    ...{ session_id, task_title, created_at, status, outcome, inferred, agent, environment, provenance },
    ...{ task_description, summary, extensions },
  };
}
