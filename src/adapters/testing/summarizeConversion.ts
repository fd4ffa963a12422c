import type { Account, ParentSession, Session, SubSession, TokenUsage } from '../../session/index.ts';
import { toSession } from '../assemble/assembledSession.ts';
import type { Conversion } from '../convertSource.ts';

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface ItemsSummary {
  /** By tool and outcome: `bash failed`. */
  calls: Record<string, number>;
  /** By type, with the role and origin of messages and the kind of notices. */
  events: Record<string, number>;
  abandoned: number;
}

function summarizeItems({ tool_calls, events }: Pick<Session | SubSession, 'tool_calls' | 'events'>): ItemsSummary {
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

/** A summary of a conversion. */
export interface ConversionSummary {
  sessions: (ItemsSummary & {
    title: string;
    status: string;
    model: string | undefined;
    span: string;
    inferred: readonly string[];
    sub_sessions: (ItemsSummary & { parent: string; agent: SubSession['agent']; status: string })[];
    phases: number;
    usage: TokenUsage;
    parent: ParentSession | null;
    files: { created: readonly string[]; modified: readonly string[] };
    contents: number;
    account: Account | undefined;
    diagnostics: Readonly<Record<string, number>> | undefined;
  })[];
  account: Account;
  diagnostics: readonly string[];
}

/** Summarises a conversion for a reviewer: small enough to read in a diff, or to keep as a test's snapshot. */
export function summarizeConversion({ sessions, account, diagnostics }: Conversion): ConversionSummary {
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
