import type { Environment } from '../../session/index.ts';
import { asObject, asText, filledText, type JsonObject } from '../read/jsonObject.ts';

/** The settings of the agent, as stated by a turn. */
interface Settings {
  model: string | undefined;
  effort: string | undefined;
  /** `plan`, `default`, …: the collaboration mode of agent and person. */
  mode: string | undefined;
  approval: string | undefined;
  sandbox: string | undefined;
  cwd: string | undefined;
  summaries: string | undefined;
}

/** A change that a person would want to see. */
interface SettingsChange {
  kind: 'model_change' | 'mode_change';
  text: string;
  /** The new directory, if it changed. */
  workdir?: string | undefined;
}

/** Follows the settings from turn to turn. */
export interface SettingsLog {
  /** Takes new settings; returns what changed, which is nothing for the first ones. */
  take(fields: JsonObject): SettingsChange[];
  /** Counts a turn for the model in the current settings. */
  countTurn(): void;
  /** Takes settings of a turn that is not the thread's own, for later comparison. */
  skip(fields: JsonObject): void;
  /** The model of the last turn. */
  readonly model: string | undefined;
  /** The model of most turns; of two with equal counts, the later one. */
  mainModel(): string | undefined;
  environment(): Environment;
  /** Settings of the last turn without a field in the standard. */
  extensions(): Record<string, unknown>;
}

const keptFields = [
  'workspace_roots',
  'current_date',
  'timezone',
  'personality',
  'truncation_policy',
  'permission_profile',
  'approvals_reviewer',
  'multi_agent_mode',
  'final_output_json_schema',
] as const;

const labels: readonly (readonly [keyof Settings, string])[] = [
  ['mode', 'Mode'],
  ['approval', 'Approval'],
  ['sandbox', 'Sandbox'],
  ['cwd', 'Directory'],
];

export function createSettingsLog(): SettingsLog {
  let current: Settings | undefined;
  let last: JsonObject | undefined;
  const turnsByModel = new Map<string, number>();

  const advance = (fields: JsonObject): { before: Settings | undefined; now: Settings } => {
    const before = current;
    const now = readSettings(fields, before);
    current = now;
    last = fields;
    return { before, now };
  };

  return {
    take(fields) {
      const { before, now } = advance(fields);
      return before === undefined ? [] : changesOf(before, now);
    },
    countTurn() {
      const model = current?.model;
      if (model !== undefined) turnsByModel.set(model, (turnsByModel.get(model) ?? 0) + 1);
    },
    skip(fields) {
      advance(fields);
    },
    get model() {
      return current?.model;
    },
    mainModel() {
      let main = current?.model;
      let most = 0;
      for (const [model, turns] of turnsByModel) {
        if (turns < most) continue;
        main = model;
        most = turns;
      }
      return main;
    },
    environment: () => environmentOf(current),
    extensions: () =>
      Object.fromEntries([
        ...keptFields.flatMap((name) => (last?.[name] == null ? [] : [[name, last[name]] as const])),
        ...(current?.mode === undefined ? [] : [['mode', current.mode] as const]),
      ]),
  };
}

/** A setting that a record does not name is unchanged. */
function readSettings(fields: JsonObject, before: Settings | undefined): Settings {
  const sandbox = asObject(fields.sandbox_policy);
  const collaboration = asObject(fields.collaboration_mode);
  return {
    model: filledText(fields.model) ?? before?.model,
    effort: filledText(fields.effort) ?? filledText(fields.reasoning_effort) ?? before?.effort,
    mode: filledText(collaboration?.mode) ?? before?.mode,
    approval: approvalOf(fields.approval_policy) ?? before?.approval,
    sandbox: sandboxOf(sandbox) ?? before?.sandbox,
    cwd: filledText(fields.cwd) ?? before?.cwd,
    summaries: filledText(fields.summary) ?? filledText(fields.reasoning_summary) ?? before?.summaries,
  };
}

/** `"never"`, or an object named by its one key. */
function approvalOf(policy: unknown): string | undefined {
  const fields = asObject(policy);
  return fields === undefined ? filledText(policy) : Object.keys(fields)[0];
}

function sandboxOf(policy: JsonObject | undefined): string | undefined {
  const name = filledText(policy?.type) ?? filledText(policy?.mode);
  if (name === undefined) return undefined;
  return policy?.network_access === true || policy?.network_access === 'enabled' ? `${name} with network` : name;
}

function changesOf(before: Settings, now: Settings): SettingsChange[] {
  const changes: SettingsChange[] = [];
  if (before.model !== now.model || before.effort !== now.effort) {
    changes.push({ kind: 'model_change', text: `Model: ${nameOf(before)} → ${nameOf(now)}` });
  }
  const modes = labels.flatMap(([name, label]) =>
    before[name] === now[name] ? [] : [`${label}: ${before[name] ?? 'unknown'} → ${now[name] ?? 'unknown'}`],
  );
  const workdir = before.cwd === now.cwd ? undefined : now.cwd;
  if (modes.length > 0) changes.push({ kind: 'mode_change', text: modes.join('; '), workdir });
  return changes;
}

function nameOf({ model, effort }: Settings): string {
  return effort === undefined ? (model ?? 'unknown') : `${model ?? 'unknown'} (${effort})`;
}

function environmentOf(settings: Settings | undefined): Environment {
  const given = {
    approval: settings?.approval,
    sandbox: settings?.sandbox,
    reasoning_effort: settings?.effort,
    reasoning_summaries: settings?.summaries,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => asText(value) !== undefined));
}
