import { field, isJsonObject } from '../read/jsonObject.ts';
import type { Workflow } from './workflow.ts';

/** What the variables of a command stand for, as far as the files tell. */
export interface VariableScope {
  /** `wf`, or `pawl` as it was called later. */
  tool: 'wf' | 'pawl';
  task: string;
  /** Text of the task; undefined where its file is not there. */
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
  const tasks = field.object(config, 'tasks') ?? {};
  const own = Object.hasOwn(tasks, task) && isJsonObject(tasks[task]) ? field.object(tasks[task], 'vars') : undefined;
  return [field.object(config, 'vars'), own].flatMap((vars) =>
    Object.entries(vars ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Variables may stand for texts with variables; this often they are followed. */
const MAX_DEPTH = 3;

/** Longest command that is expanded, in characters: a variable that names itself twice must not fill the memory. */
const MAX_LENGTH = 20_000;

/** Puts in what each `${name}` stands for; an unknown one stays as it is. */
export function expandVariables(template: string, variables: ReadonlyMap<string, string>): string {
  let text = template;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const expanded = text.replace(/\$\{(\w{1,64})\}/g, (whole, name: string) => variables.get(name) ?? whole);
    if (expanded === text || expanded.length > MAX_LENGTH) break;
    text = expanded;
  }
  return text;
}
