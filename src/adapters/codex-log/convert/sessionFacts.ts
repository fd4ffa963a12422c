import type { SessionFacts } from '../../assembly.ts';
import type { SessionMeta } from '../events.ts';
import type { Era } from '../grammar/eraOf.ts';
import { sessionTime } from '../grammar/sessionTime.ts';

/** What the head of a session says of it. Without stamps, its id tells when it began: ids of version 7 carry a time. */
export function sessionFacts(meta: SessionMeta, era: Era, at: string | undefined): SessionFacts {
  const idTime = at === undefined ? sessionTime(meta.sessionId) : undefined;
  return {
    nativeId: meta.sessionId,
    modelId: meta.model,
    startedAt: at ?? idTime,
    environment: environmentOf(meta),
    inferred: idTime === undefined ? [] : ['created_at'],
    extensions: {
      era,
      ...(meta.preview === true ? { research_preview: true } : {}),
      ...(meta.other === undefined ? {} : { header: meta.other }),
    },
  };
}

function environmentOf(meta: SessionMeta): NonNullable<SessionFacts['environment']> {
  const known = {
    cwd: meta.workdir,
    cli: 'codex',
    cli_version: meta.version,
    provider: meta.provider,
    approval: meta.approval,
    sandbox: meta.sandbox,
    reasoning_effort: meta.reasoningEffort,
    reasoning_summaries: meta.reasoningSummaries,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
