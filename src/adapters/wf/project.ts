import type { SourceRef } from '../../session/index.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { expandVariables, type VariableScope, variablesOf } from './expandVariables.ts';
import { readTaskFile, type TaskFile } from './taskFile.ts';
import { readWorkflow, type Workflow, type WorkflowStep } from './workflow.ts';

/** What the files beside a log say of its task. They are read before the log. */
export class Project {
  readonly tool: VariableScope['tool'];
  /** The task's name, as its log is called. */
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

  /** The workflow of this name, else the only one there is. */
  workflow(name: string | undefined): Workflow | undefined {
    const named = name === undefined ? undefined : this.workflows.get(name);
    return named ?? this.workflows.get('config') ?? [...this.workflows.values()][0];
  }

  /** What the configuration says of the task itself. */
  taskEntry(workflow: Workflow | undefined): JsonObject {
    const tasks = workflow === undefined ? {} : (field.object(workflow.raw, 'tasks') ?? {});
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
