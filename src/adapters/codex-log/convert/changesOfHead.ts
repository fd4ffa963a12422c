import type { NoticeKind } from '../../../session/index.ts';
import type { SessionMeta } from '../events.ts';

/** A setting that a person would want to see change. */
interface HeadChange {
  kind: Extract<NoticeKind, 'model_change' | 'mode_change'>;
  text: string;
  /** The new directory, where that changed. */
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

/**
 * What is different in the head of a session that goes on. The session itself says what held last; these say what held
 * before.
 */
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
