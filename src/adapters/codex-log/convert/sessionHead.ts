import type { NoticeKind } from '../../../session/index.ts';
import type { SessionFacts } from '../../assembly.ts';
import { uuidTime } from '../../recordTimes.ts';
import type { SessionMeta } from '../events.ts';
import type { Era } from '../grammar/header.ts';

/** Settings whose changes a person wants to see. */
interface HeadChange {
  kind: Extract<NoticeKind, 'model_change' | 'mode_change'>;
  text: string;
  /** The new directory, if it changed. */
  workdir?: string | undefined;
}

const modelLabels = [
  ['model', 'Model'],
  ['provider', 'Provider'],
  ['reasoningEffort', 'Reasoning effort'],
  ['reasoningSummaries', 'Reasoning summaries'],
] as const;

const modeLabels = [
  ['version', 'Codex'],
  ['workdir', 'Directory'],
  ['approval', 'Approval'],
  ['sandbox', 'Sandbox'],
] as const;

/** The differences in the header of a continued session. The session has the latest values; these are the previous ones. */
export function changesOfHead(before: SessionMeta, now: SessionMeta): HeadChange[] {
  const model = textOf(modelLabels, before, now);
  const mode = [...textOf(modeLabels, before, now), ...otherChanges(before.other ?? {}, now.other ?? {})];
  const workdir = before.workdir === now.workdir ? undefined : now.workdir;
  return [
    ...(model.length === 0 ? [] : [{ kind: 'model_change' as const, text: model.join('; ') }]),
    ...(mode.length === 0 ? [] : [{ kind: 'mode_change' as const, text: mode.join('; '), workdir }]),
  ];
}

function textOf(
  labels: readonly (readonly [Exclude<keyof SessionMeta, 'other' | 'preview'>, string])[],
  before: SessionMeta,
  now: SessionMeta,
): string[] {
  return labels.flatMap(([field, label]) => change(label, before[field], now[field]));
}

function otherChanges(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  const settingOf = (values: Readonly<Record<string, string>>, key: string): string | undefined =>
    Object.hasOwn(values, key) ? values[key] : undefined;
  return [...keys].flatMap((key) => change(key, settingOf(before, key), settingOf(now, key)));
}

function change(label: string, before: string | undefined, now: string | undefined): string[] {
  return before === now ? [] : [`${label}: ${before ?? 'unknown'} → ${now ?? 'unknown'}`];
}

/** What the header says about a session. Without stamps, its id gives the start time: version 7 ids contain one. */
export function sessionFacts(meta: SessionMeta, era: Era, at: string | undefined): SessionFacts {
  const idTime = at === undefined ? uuidTime(meta.sessionId) : undefined;
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
