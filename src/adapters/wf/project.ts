import type { SourceRef } from '../../session/index.ts';
import { field, fieldsOf, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { readTaskFile, type TaskFile } from './tasks.ts';

/** The values of a command's variables, as far as the files say. */
interface VariableScope {
  /** `wf`, or `pawl` as it was called later. */
  tool: 'wf' | 'pawl';
  task: string;
  /** The task's text; undefined if its file is missing. */
  taskText: string | undefined;
  runId: string | undefined;
  workflow: Workflow | undefined;
}

/** The tool's own variables. Where the project lies is not in the logs: `${repo_root}` stays as it is. */
export function variablesOf({ tool, task, taskText, runId, workflow }: VariableScope): Map<string, string> {
  const config = workflow?.raw ?? {};
  const worktreeDir = field.text(config, 'worktree_dir') ?? `.${tool}/worktrees`;
  const known: [string, string | undefined][] = [
    ['task', task],
    ['branch', `${tool}/${task}`],
    ['worktree', `\${repo_root}/${worktreeDir}/${task}`],
    ['window', task],
    ['session', field.text(config, 'session')],
    ['base_branch', field.text(config, 'base_branch') ?? 'main'],
    ['claude_command', field.text(config, 'claude_command') ?? 'claude'],
    ['log_dir', `.${tool}/logs`],
    ['log_file', `.${tool}/logs/${task}.jsonl`],
    ['task_file', `.${tool}/tasks/${task}.md`],
    ['task_content', taskText],
    ['run_id', runId],
    ...userVariables(config, task),
  ];
  return new Map(known.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** What the configuration defines itself, for all tasks and for this one; it wins over the tool's own variables. */
function userVariables(config: Workflow['raw'], task: string): [string, string][] {
  const tasks = fieldsOf(config.tasks);
  const own = Object.hasOwn(tasks, task) && isJsonObject(tasks[task]) ? field.object(tasks[task], 'vars') : undefined;
  return [field.object(config, 'vars'), own].flatMap((vars) =>
    Object.entries(vars ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** A variable's value may contain variables; they are followed this many times. */
const MAX_DEPTH = 3;

/** Maximum length of an expanded command, in characters, because a variable that names itself twice would fill the memory. */
const MAX_LENGTH = 20_000;

/** Replaces each `${name}` by its value; unknown ones are left unchanged. */
export function expandVariables(template: string, variables: ReadonlyMap<string, string>): string {
  let text = template;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const expanded = text.replace(/\$\{(\w{1,64})\}/g, (whole, name: string) => variables.get(name) ?? whole);
    if (expanded === text || expanded.length > MAX_LENGTH) break;
    text = expanded;
  }
  return text;
}

/** Facts about a task from the files beside its log, which are read before the log. */
export class Project {
  readonly tool: VariableScope['tool'];
  /** The task's name, which its log has too. */
  readonly task: string;
  taskFile: { content: TaskFile; ref: SourceRef } | undefined;
  /** The task's entry in `status.json`, which the first generations kept. */
  state: { fields: JsonObject; ref: SourceRef } | undefined;
  private readonly workflows = new Map<string, Workflow>();

  constructor(task: string, names: readonly string[]) {
    this.task = task;
    this.tool = names.some((name) => /(?:^|\/)\.pawl\//.test(name)) ? 'pawl' : 'wf';
  }

  /** False where the file defines no workflow. */
  readConfig(name: string, value: unknown): boolean {
    const workflow = readWorkflow(value);
    if (workflow !== undefined) this.workflows.set(name, workflow);
    return workflow !== undefined;
  }

  readTask(text: string, ref: SourceRef): void {
    this.taskFile = { content: readTaskFile(text), ref };
  }

  /** False where the file holds no states of tasks. */
  readStatus(value: unknown, ref: SourceRef): boolean {
    const tasks = isJsonObject(value) ? field.object(value, 'tasks') : undefined;
    if (tasks === undefined) return false;
    const fields = Object.hasOwn(tasks, this.task) ? field.object(tasks, this.task) : undefined;
    if (fields !== undefined) this.state = { fields, ref };
    return true;
  }

  /** The workflow with this name, else the only one there is. */
  workflow(name: string | undefined): Workflow | undefined {
    const named = name === undefined ? undefined : this.workflows.get(name);
    return named ?? this.workflows.get('config') ?? [...this.workflows.values()][0];
  }

  /** What the configuration says of the task itself. */
  taskEntry(workflow: Workflow | undefined): JsonObject {
    const tasks = workflow === undefined ? {} : fieldsOf(workflow.raw.tasks);
    const entry = Object.hasOwn(tasks, this.task) ? tasks[this.task] : undefined;
    return isJsonObject(entry) ? entry : {};
  }
}

/** Puts the variables of one run into the commands of its steps. */
export class Commands {
  private readonly workflow: Workflow | undefined;
  private readonly variables: ReadonlyMap<string, string>;

  constructor(project: Project, workflow: Workflow | undefined, runId: string | undefined) {
    const { tool, task, taskFile } = project;
    this.workflow = workflow;
    this.variables = variablesOf({ tool, task, taskText: taskFile?.content.body, runId, workflow });
  }

  /** The definition of a step; undefined where there is no configuration, or it has fewer steps. */
  step(step: number): WorkflowStep | undefined {
    return this.workflow?.steps[step];
  }

  /** The name of a step; without a configuration its number, as the tool counts. */
  nameOf(step: number): string {
    return this.step(step)?.name || `step ${step}`;
  }

  expand(template: string, step: number): string {
    const own: [string, string][] = [
      ['step', this.nameOf(step)],
      ['step_index', String(step)],
    ];
    return expandVariables(template, new Map([...this.variables, ...own]));
  }
}

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
