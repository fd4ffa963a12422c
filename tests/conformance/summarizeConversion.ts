import { type Conversion, toSession } from '../../src/adapters/index.ts';
import type { Session, SubSession } from '../../src/session/index.ts';

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function summarizeItems({ tool_calls, events }: Pick<Session | SubSession, 'tool_calls' | 'events'>): object {
  return {
    calls: countBy(tool_calls, (call) => `${call.tool_name} ${call.outcome ?? call.output.status}`),
    events: countBy(events, (event) => {
      if (event.type === 'message')
        return `message ${event.role}${event.origin === undefined ? '' : ` (${event.origin})`}`;
      return event.type === 'notice' ? `notice ${event.kind}` : event.type;
    }),
    abandoned: [...tool_calls, ...events].filter(({ branch }) => branch === 'abandoned').length,
  };
}

/** What a reviewer wants to see of a conversion at a glance: small enough to read in a diff. */
export function summarizeConversion({ sessions, account, diagnostics }: Conversion): object {
  return {
    sessions: sessions.map(({ session: assembled, contents }) => {
      const session = toSession(assembled);
      return {
        title: session.task_title,
        status: `${session.status} ${session.outcome ?? ''}`.trim(),
        model: session.agent.model_id,
        span: `${session.created_at} ${session.completed_at}`,
        inferred: session.inferred ?? [],
        ...summarizeItems(session),
        sub_sessions: session.sub_sessions.map((sub) => ({
          parent: `${sub.parent_session_id} ${sub.triggered_by_call_id ?? ''}`.trim(),
          agent: sub.agent,
          status: sub.status,
          ...summarizeItems(sub),
        })),
        phases: session.phase_annotations?.length ?? 0,
        usage: session.usage ?? {},
        parent: session.parent ?? null,
        files: { created: session.summary.files_created, modified: session.summary.files_modified },
        contents: contents.length,
        account: session.provenance?.account,
        diagnostics: session.provenance?.diagnostics,
      };
    }),
    account,
    diagnostics: diagnostics.map(({ code }) => code),
  };
}
