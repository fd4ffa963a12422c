import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** A step as the configuration defines it. */
export interface WorkflowStep {
  name: string;
  /** Absent for a step that only waits for a person. */
  run: string | undefined;
  /** Whether it runs in a terminal of its own: an agent. */
  inWindow: boolean;
  /** Command that checks the step; `human` and `manual` ask a person. */
  verify: string | undefined;
  maxRetries: number | undefined;
}

/** The configuration of a project. */
export interface Workflow {
  steps: readonly WorkflowStep[];
  raw: JsonObject;
}

/** Retries that the tool allows where the configuration does not say how many. */
const DEFAULT_RETRIES = 3;

/** Reads a configuration; undefined where it defines no workflow. */
export function readWorkflow(value: unknown): Workflow | undefined {
  if (!isJsonObject(value) || !Array.isArray(value.workflow)) return undefined;
  return { steps: value.workflow.map((step) => readStep(isJsonObject(step) ? step : {})), raw: value };
}

function readStep(step: JsonObject): WorkflowStep {
  return {
    name: field.text(step, 'name') ?? '',
    run: field.text(step, 'run'),
    inWindow: field.flag(step, 'in_window') ?? field.flag(step, 'in_viewport') ?? false,
    verify: field.text(step, 'verify') ?? field.text(step, 'stop_hook'),
    maxRetries: step.on_fail === 'retry' ? (field.number(step, 'max_retries') ?? DEFAULT_RETRIES) : undefined,
  };
}

/** The command that checks a step; undefined where none does, or a person. */
export function verifyCommand(step: WorkflowStep | undefined): string | undefined {
  const verify = step?.verify;
  return verify === 'human' || verify === 'manual' ? undefined : verify;
}
