import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { SourceHints } from '../contract.ts';
import { field } from '../read/jsonObject.ts';
import { describeRun, runTimes } from './describeRun.ts';
import { annotatePhases, type ReadReply } from './phases.ts';
import { Commands, type Project } from './project.ts';
import type { WfEvent } from './records.ts';
import type { MadeCall } from './runCalls.ts';
import type { StepFile } from './steps.ts';
import { type LoggedRun, TaskRun } from './taskRun.ts';
import type { Transcripts } from './transcripts.ts';
import { verifyCommand, type WorkflowStep } from './workflow.ts';

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
