import {
  type ContextReference,
  type Decision,
  type Diagnostic,
  diagnose,
  type PhaseType,
  type SourceRef,
  toIso,
  toMillis,
} from '../../session/index.ts';
import type { Assembly, SessionFacts } from '../assembly.ts';
import type { SourceHints } from '../contract.ts';
import { field } from '../read/jsonObject.ts';
import { Commands, type Project, verifyCommand, type WorkflowStep } from './project.ts';
import type { WfEvent } from './records.ts';
import type { StepFile } from './steps.ts';
import { type LoggedRun, TaskRun } from './taskRun.ts';
import { type MadeCall, type TaskStatus, taskStatus, verdicts } from './tasks.ts';
import type { Transcripts } from './transcripts.ts';

/** The log of a task: the runs that it holds. */
export class Log {
  private readonly assembly: Assembly;
  private readonly project: Project;
  private readonly transcripts: Transcripts;
  private readonly runs: LoggedRun[] = [];
  private readonly hintedStart: string | undefined;

  constructor(assembly: Assembly, project: Project, transcripts: Transcripts, hints: SourceHints = {}) {
    this.assembly = assembly;
    this.project = project;
    this.transcripts = transcripts;
    this.hintedStart = hints.startedAt;
  }

  handle(event: WfEvent, ref: SourceRef): void {
    const run = event.is === 'started' ? this.start(event.runId, event.workflow) : this.current();
    this.noteTime(run, event.at);
    run.steps.handle(event, ref);
  }

  /** The oldest generation: a file for each step, with the command as it was run. */
  handleStepFile(step: number, file: StepFile, ref: SourceRef): void {
    const run = this.current();
    this.noteTime(run, file.startedAt);
    this.noteTime(run, file.endedAt);
    run.steps.handleStepFile(step, file, ref);
  }

  keepUnknown(type: string, raw: unknown, ref: SourceRef): void {
    this.current().sink.unknown({ recordType: type, raw, ref });
  }

  /** Key of the run that gets what no call named. */
  fallbackKey(): string {
    return this.current().key;
  }

  end(): void {
    if (this.runs.length === 0) {
      this.assembly.report(diagnose('empty-source', { message: 'The source tells of no run.' }));
    }
    for (const run of this.runs) {
      // Requested again, so that later diagnostics go to this run.
      this.assembly.session(run.key);
      const times = runTimes(run, this.project);
      describeRun(run, this.project, times, (diagnostic) => this.assembly.report(diagnostic));
      annotatePhases(run, readReplies(run), times.endedAt ?? times.startedAt ?? this.hintedStart);
    }
  }

  private current(): LoggedRun {
    const run = this.runs.at(-1) ?? this.start(undefined, undefined);
    this.assembly.session(run.key);
    return run;
  }

  private start(runId: string | undefined, workflowName: string | undefined): LoggedRun {
    const { project, runs } = this;
    const number = runs.length + 1;
    const known = runId === undefined || runs.some((run) => run.runId === runId);
    const key = known ? `${project.task}-run-${number}` : runId;
    const workflow = project.workflow(workflowName);
    const commands = new Commands(project, workflow, runId);
    const sink = this.assembly.session(key);
    const run: LoggedRun = {
      key,
      number,
      runId,
      workflow,
      workflowName,
      commands,
      sink,
      steps: new TaskRun(sink, commands, (pointer, call, ref) => this.point(run, pointer, call, ref)),
      startedAt: undefined,
      endedAt: undefined,
      timed: false,
      agents: [],
    };
    runs.push(run);
    const { taskFile } = project;
    const prompt = taskFile?.content.body ?? field.text(project.taskEntry(workflow), 'description');
    if (prompt !== undefined && prompt.trim() !== '') sink.message({ role: 'user', text: prompt, ref: taskFile?.ref });
    return run;
  }

  private noteTime(run: LoggedRun, at: string | undefined): void {
    if (at === undefined) return;
    run.timed = true;
    run.startedAt ??= at;
    run.endedAt = at;
  }

  /** Follows a pointer to a transcript. */
  private point(run: LoggedRun, pointer: Parameters<Transcripts['claim']>[0], call: MadeCall, ref: SourceRef): void {
    if (pointer.transcript === undefined && pointer.sessionId === undefined) return;
    const description = run.commands.nameOf(call.step);
    const claimed = this.transcripts.claim(pointer, { key: run.key, nativeId: call.nativeId, description });
    if (claimed === undefined) {
      this.transcripts.reportMissing(pointer, ref);
      return;
    }
    run.agents.push({ call, facts: claimed.facts });
    const { owner } = claimed;
    if (owner.key === run.key && owner.nativeId === call.nativeId) return;
    run.sink.amendCall(call.seq, { extensions: { transcript_of: owner.key === run.key ? owner.nativeId : owner } });
  }
}

/**
 * Signs of a command that reads the transcript of the previous step: as in the tool's own documentation, written with `jq`, Python or a
 * tool of the kit.
 */
const readsTranscript = /\.transcript\b|\[\\{0,3}["']transcript\\{0,3}["']\]|last[-_ ]?reply|\bwf\s+reply\b/i;

/** The check of an agent's step reads the reply of that agent. */
function commandOf({ kind }: MadeCall, step: WorkflowStep | undefined): string | undefined {
  if (kind === 'gate') return undefined;
  return kind === 'verify' ? verifyCommand(step) : step?.run;
}

/** Steps whose command reads the reply of an agent: the last one before them that left a transcript. */
function readReplies({ steps, workflow, agents, sink }: LoggedRun): ReadReply[] {
  const transcripts = new Map(agents.map((agent) => [agent.call, agent]));
  const replies: ReadReply[] = [];
  let agent: (typeof agents)[number] | undefined;
  for (const call of steps.calls.all) {
    const command = commandOf(call, workflow?.steps[call.step]);
    if (agent !== undefined && command !== undefined && readsTranscript.test(command)) {
      sink.amendCall(call.seq, { extensions: { reads_reply_of: agent.call.nativeId } });
      replies.push({ reader: call, writer: agent.call, reply: agent.facts.lastReply });
    }
    agent = transcripts.get(call) ?? agent;
  }
  return replies;
}

/** Sets the facts of a run's task; those without a field in the standard go into the extensions. */
function describeRun(
  run: LoggedRun,
  project: Project,
  times: RunTimes,
  report: (diagnostic: Diagnostic) => void,
): void {
  const { sink, workflow, runId, agents } = run;
  const { status, stated } = statusOf(run, project);
  const entry = project.taskEntry(workflow);
  const file = project.taskFile?.content;
  // Without any start the assembly reports it.
  if (!run.timed && times.startedAt !== undefined) report(diagnose('time-inferred'));
  keepMessage(run, project, status);
  const facts: SessionFacts = {
    nativeId: runId,
    title: file?.name ?? project.task,
    description: field.text(entry, 'description'),
    ...(hasPrompt(project, entry) ? {} : { prompt: `${project.tool} run ${project.task}`, inferred: ['user_prompt'] }),
    startedAt: times.startedAt,
    endedAt: times.endedAt,
    modelId: agents.map(({ facts: { modelId } }) => modelId).find((each) => each !== undefined),
    ...verdicts[status],
    environment: { cli: project.tool },
    extensions: {
      task: project.task,
      run: run.number,
      status,
      current_step: run.steps.state.currentStep,
      ...(run.workflowName === undefined ? {} : { workflow: run.workflowName }),
      ...(workflow === undefined ? {} : { total_steps: workflow.steps.length, config: workflow.raw }),
      ...(project.state === undefined ? {} : { state: project.state.fields }),
      ...(file === undefined ? {} : { depends: file.depends, skip: file.skip }),
    },
  };
  sink.describe(facts);
  if (!stated) sink.describe({ inferred: ['status', 'outcome'] });
  if (times.reckoned && times.startedAt !== undefined) sink.describe({ inferred: ['created_at'] });
}

function hasPrompt({ taskFile }: Project, entry: Readonly<Record<string, unknown>>): boolean {
  return [taskFile?.content.body, field.text(entry, 'description')].some(
    (text) => text !== undefined && text.trim() !== '',
  );
}

/**
 * The state of the task. A log with times is replayed; the first generation kept the state in a file. `stated` says whether they imply it:
 * without a configuration nobody knows whether more steps were to come.
 */
function statusOf({ steps, timed, workflow }: LoggedRun, { state }: Project): { status: TaskStatus; stated: boolean } {
  const kept = timed || state === undefined ? undefined : taskStatus(field.text(state.fields, 'status'));
  if (kept !== undefined) return { status: kept, stated: true };
  const { status, currentStep } = steps.state;
  if (status !== 'running') return { status, stated: true };
  if (workflow !== undefined)
    return { status: currentStep >= workflow.steps.length ? 'completed' : 'running', stated: true };
  const stillOpen = steps.calls.stillOpen.length > 0;
  return { status: stillOpen ? 'running' : 'completed', stated: stillOpen };
}

/** The message that the state file keeps says why the task failed or waits. */
function keepMessage({ sink, timed }: LoggedRun, { state }: Project, status: TaskStatus): void {
  const text = timed || state === undefined ? undefined : field.text(state.fields, 'message');
  if (text === undefined || text.trim() === '') return;
  sink.notice({ kind: status === 'failed' ? 'error' : 'info', text, ref: state?.ref });
}

/** When a run began and ended, as far as known. */
interface RunTimes {
  startedAt: string | number | undefined;
  endedAt: string | undefined;
  /** True if the start was computed backwards from a transcript. */
  reckoned: boolean;
}

/** From the log; in the first generations, from the times in `status.json`; else from the first transcript. */
function runTimes(run: LoggedRun, { state }: Project): RunTimes {
  if (run.timed) return { startedAt: run.startedAt, endedAt: run.endedAt, reckoned: false };
  if (state !== undefined) {
    const [startedAt, endedAt] = ['started_at', 'updated_at'].map((key) => field.text(state.fields, key));
    if (startedAt !== undefined) return { startedAt, endedAt, reckoned: false };
  }
  return { startedAt: transcriptStart(run), endedAt: undefined, reckoned: true };
}

/** The run began before its first transcript, by the total duration of the commands before it. */
function transcriptStart({ agents }: LoggedRun): number | undefined {
  const first = agents.find(({ facts }) => facts.startMs !== undefined);
  return first?.facts.startMs === undefined ? undefined : first.facts.startMs - first.call.afterMs;
}

/** A step that read the reply of an earlier step's agent. */
interface ReadReply {
  reader: MadeCall;
  writer: MadeCall;
  reply: string | undefined;
}

/** Words in step names by phase; the first match counts. */
const phaseWords: readonly (readonly [RegExp, PhaseType])[] = [
  [/\b(?:review|test|tests|testing|judge|verify|check|lint|approve|qa)\b|评审|审核|审查|测试|验证|检查/i, 'verify'],
  [/\b(?:explore|research|investigate|survey)\b|探索|调研/i, 'explore'],
  [/\b(?:understand|clarify)\b|理解|澄清/i, 'understand'],
  [/\b(?:plan|design|setup|set up|create|init|prepare|bootstrap)\b|计划|规划|设计|准备|创建/i, 'plan'],
  [
    /\b(?:develop|implement|build|code|work|fix|merge|deploy|release|cleanup|clean up|write)\b|开发|实现|构建|合并|清理|发布/i,
    'execute',
  ],
];

/** Maximum length of a quotation from a reply, in characters. */
const MAX_QUOTE = 500;

/** One annotation per execution of a step: the workflow itself divides the run, and the type follows from the name. */
function annotatePhases(run: LoggedRun, replies: readonly ReadReply[], annotatedAt: string | number | undefined): void {
  const endedMs = toMillis(annotatedAt);
  if (endedMs === undefined) return;
  const readers = new Map(replies.map((reply) => [reply.reader, reply]));
  let before: MadeCall[] = [];
  for (const group of stepRuns(run.steps.calls.all)) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const { step, attempt } = first;
    const name = run.commands.nameOf(step);
    const failed = attempt > 1 ? before.findLast((call) => call.step === step && call.failed) : undefined;
    const retries = run.commands.step(step)?.maxRetries;
    const context = group.flatMap((call) => contextOf(readers.get(call), run));
    run.sink.annotate({
      from: first.seq,
      to: last.seq,
      phase_type: phaseWords.find(([words]) => words.test(name))?.[1] ?? 'mixed',
      annotated_by: 'auto',
      annotated_at: toIso(endedMs),
      inferred: ['annotated_at'],
      confidence: 'medium',
      description: name,
      ...(attempt === 1 ? {} : { decisions: [retryDecision(step, attempt, name, failed)] }),
      ...(attempt === 1 && retries === undefined
        ? {}
        : {
            loop_info: {
              attempt_number: attempt,
              is_retry: attempt > 1,
              ...(retries === undefined ? {} : { max_attempts: retries + 1 }),
            },
          }),
      ...(context.length === 0 ? {} : { context_used: context }),
    });
    before = [...before.slice(-MAX_LOOK_BACK), ...group];
  }
}

/** Number of calls to look back for a failed attempt of the same step. */
const MAX_LOOK_BACK = 50;

/** Adjacent calls of the same attempt of a step. */
function* stepRuns(calls: readonly MadeCall[]): Generator<MadeCall[]> {
  let group: MadeCall[] = [];
  for (const call of calls) {
    const [first] = group;
    if (first !== undefined && (first.step !== call.step || first.attempt !== call.attempt)) {
      yield group;
      group = [];
    }
    group.push(call);
  }
  if (group.length > 0) yield group;
}

function retryDecision(step: number, attempt: number, name: string, failed: MadeCall | undefined): Decision {
  return {
    decision_id: `retry-${step}-${attempt}`,
    type: 'retry',
    description: `Run ${name} again`,
    ...(failed === undefined ? {} : { reasoning: 'The attempt before failed.' }),
  };
}

function contextOf(read: ReadReply | undefined, { commands }: LoggedRun): ContextReference[] {
  if (read === undefined) return [];
  const { writer, reply } = read;
  return [
    {
      type: 'tool_result',
      source: writer.nativeId,
      relevance: 'high',
      summary: `Reply of ${commands.nameOf(writer.step)}`,
      ...(reply === undefined ? {} : { quoted_content: reply.slice(0, MAX_QUOTE) }),
    },
  ];
}
