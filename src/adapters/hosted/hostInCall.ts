import { defined } from '../assemble/defined.ts';
import type { Assembly, SessionFacts, SessionSink, SubSessionFacts } from '../assembly.ts';
import type { JoinedRun } from '../contract.ts';
import { hostItems } from './hostItems.ts';

/** What a run becomes that a call of another run started. */
export interface CalledRun {
  /** Key of the session that holds the call. */
  key: string;
  /** Native id of the sub-session that the run becomes. */
  nativeId: string;
  /** Native id of the call; absent where none is known. */
  triggeredBy?: string | undefined;
  agentType: string;
  description?: string | undefined;
}

/** Hears what a joined run tells while it is converted. */
export interface HostedRunEars {
  /** What the run says of itself. */
  described(facts: SessionFacts): void;
  /** A message of the run itself. */
  said(message: Parameters<SessionSink['message']>[0]): void;
}

/**
 * An assembly for the converter of a joined run that a call of this source started: its session becomes a sub-session
 * of the call, its subagents sub-sessions below that one. A sub-session has no phases: annotations are left out.
 */
export function hostInCall(
  assembly: Assembly,
  called: CalledRun,
  { format, files }: JoinedRun,
  ears: HostedRunEars,
): Assembly {
  const { key, nativeId, triggeredBy, agentType, description } = called;
  const innerId = (id: string): string => `${nativeId}/${id}`;
  let hosted: SessionSink | undefined;
  const host = (session: SessionSink): SessionSink => {
    const run = session.subSession(nativeId, format);
    run.describe({ triggeredBy, agentType, description });
    const items = hostItems(run, files);
    return {
      ...items,
      message(item) {
        ears.said(item);
        return items.message(item);
      },
      describe(facts) {
        ears.described(facts);
        run.describe(subSessionFacts(facts));
      },
      annotate: () => undefined,
      subSession(id) {
        const sub = session.subSession(innerId(id), format);
        sub.describe({ parentNativeId: nativeId });
        return {
          ...hostItems(sub, files),
          describe: ({ parentNativeId, ...facts }) =>
            sub.describe({
              ...facts,
              parentNativeId: parentNativeId === undefined ? undefined : innerId(parentNativeId),
            }),
        };
      },
    };
  };
  return {
    session() {
      // Asked for each time: records are accounted to the session that was asked for last.
      const session = assembly.session(key);
      hosted ??= host(session);
      return hosted;
    },
    adopt: (session) => assembly.adopt(session),
    report: (diagnostic) => assembly.report(diagnostic),
  };
}

/** Facts that have the same name in both; `inferred` names only such fields. */
const common = ['modelId', 'status', 'outcome', 'startedAt', 'endedAt', 'environment', 'parent'] as const;
const inferable: ReadonlySet<string> = new Set(['status', 'outcome', 'started_at', 'completed_at']);

function subSessionFacts(facts: SessionFacts): SubSessionFacts {
  const { title } = facts;
  return {
    ...Object.fromEntries(common.map((name) => [name, facts[name]])),
    agentId: facts.nativeId,
    extensions: { ...defined({ title }), ...facts.extensions },
    inferred: facts.inferred?.filter((name) => inferable.has(name)),
  };
}
