import type { Outcome, SourceRef } from '../../session/index.ts';
import type { Assembly, CallAmendment, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import { textHash } from '../idTable.ts';
import type { JsonObject } from '../read/jsonObject.ts';
import { Checklist } from './checklist.ts';
import type { IgnoreReason } from './detect.ts';
import { type FileKind, fileKind } from './files.ts';
import { ParentHistory, ReplayGuard, RewrittenHistory } from './history.ts';
import { PromptQueue } from './queue.ts';
import { Run, SessionFactsCollector, Settings } from './run.ts';
import { CountedUsage } from './usage.ts';

/** The verdict of a record in this format. */
export type Ending = Verdict<IgnoreReason>;

/** The run of a subagent. */
export interface Subagent {
  readonly id: string;
  readonly run: Run;
  readonly sink: SubSessionSink;
  type: string | undefined;
  description: string | undefined;
}

/** A record with its stamp. */
export interface RecordStamp {
  ref: SourceRef;
  /** ISO 8601, as the record has it. */
  at: string | undefined;
  /** The record's uuid. */
  nativeId: string | undefined;
}

/** A record that may be a copy; the records after it decide. */
export interface HeldRecord {
  record: JsonObject;
  stamp: RecordStamp;
}

/** The state of a source during conversion: its runs, and what they share. */
export class Conversation {
  readonly assembly: Assembly;
  readonly names: readonly string[];
  readonly kinds: readonly FileKind[];
  readonly replays = new ReplayGuard();
  readonly rewritten = new RewrittenHistory();
  /** Records of the main run that may be copies of older ones. */
  readonly held: HeldRecord[] = [];
  readonly history: ParentHistory;
  readonly links = new AgentLinks();
  readonly background = new BackgroundTasks();
  readonly queue = new PromptQueue();
  readonly checklist = new Checklist();
  readonly facts = new SessionFactsCollector();
  readonly workflows = new WorkflowLinks();
  /** Settings of the session's own run. */
  readonly settings = new Settings();
  /** Agents whose own files are in the source; copies of their records in the main file are then redundant. */
  readonly agentFiles: ReadonlySet<string>;
  readonly subagents = new Map<string, Subagent>();
  /** Agents whose records are a warm-up of the CLI. */
  readonly warmups = new Set<string>();
  /** Subagents inside the main file: the run of each of their records, by uuid. */
  readonly inlineRoots = new Map<string, string>();
  /** Subagents whose own ids the log does not give. */
  readonly unnamed = new Set<string>();
  /** Tasks whose end the log has reported. */
  readonly ended = new Set<string>();
  /** Outputs from separate files, until the record that they belong to arrives. */
  readonly outputs = new Map<string, { text: string; ref: SourceRef }>();
  private readonly counted = new CountedUsage();
  private readonly key: string;
  private mainRun: Run | undefined;

  /** `key`: the session's key, if the source holds several sessions; default: the name of its main file. */
  constructor(
    assembly: Assembly,
    names: readonly string[],
    { knownRecords, key }: { knownRecords?: ReadonlyMap<string, string> | undefined; key?: string } = {},
  ) {
    this.assembly = assembly;
    this.history = new ParentHistory(knownRecords);
    this.names = names;
    this.kinds = names.map(fileKind);
    this.agentFiles = new Set(this.kinds.flatMap((kind) => (kind.is === 'agent' ? [kind.agentId] : [])));
    this.key = key ?? this.mainStem ?? names[0] ?? 'session';
  }

  /** The name of the main file; undefined if the source has only subagents' files. */
  get mainStem(): string | undefined {
    const main = this.kinds.find((kind) => kind.is === 'main');
    return main?.is === 'main' ? main.stem : undefined;
  }

  /** Whether any record justifies a session. */
  get hasSession(): boolean {
    return this.mainRun !== undefined;
  }

  get session(): SessionSink {
    return this.assembly.session(this.key);
  }

  /** The session's own run; the first request creates the session. */
  get main(): Run {
    this.mainRun ??= new Run(this.session, this.counted, this.settings);
    return this.mainRun;
  }

  /** The run of a subagent, created on first request. */
  subagent(id: string): Subagent {
    const known = this.subagents.get(id);
    if (known !== undefined) return known;
    void this.main;
    const sink = this.session.subSession(id);
    const subagent: Subagent = { id, sink, run: new Run(sink, this.counted), type: undefined, description: undefined };
    this.subagents.set(id, subagent);
    return subagent;
  }

  /** The run in which a call was made. */
  runOfCall(callId: string): { run: Run; agentId: string | undefined } | undefined {
    if (this.mainRun?.sink.hasCall(callId) === true) return { run: this.mainRun, agentId: undefined };
    for (const { id, run } of this.subagents.values()) if (run.sink.hasCall(callId)) return { run, agentId: id };
    return undefined;
  }
}

/** How reliably a subagent belongs to a call; the most reliable wins. */
const ranks = { meta: 0, result: 1, text: 2, progress: 3, prompt: 4 } as const;

type Evidence = keyof typeof ranks;

/** What the call says about the subagent that it starts. */
interface AgentStart {
  type: string;
  description: string | undefined;
}

interface Candidate {
  callId: string;
  evidence: Evidence;
}

/** Collects the evidence that links subagents to the calls that started them. */
class AgentLinks {
  // A map rather than a list: an agent of a long log may be called thousands of times.
  private readonly candidates = new Map<string, Map<string, Candidate>>();
  private readonly prompts = new Map<number, Set<string>>();
  private readonly starts = new Map<string, AgentStart>();
  private readonly ran = new Set<string>();
  private readonly linked = new Set<string>();

  note(agentId: string, callId: string, evidence: Evidence): void {
    const known = this.candidates.get(agentId) ?? new Map<string, Candidate>();
    const key = `${evidence} ${callId}`;
    if (!known.has(key)) known.set(key, { callId, evidence });
    this.candidates.set(agentId, known);
  }

  /** Adds a call that starts a subagent. */
  noteStart(callId: string, prompt: string | undefined, start: AgentStart): void {
    this.starts.set(callId, start);
    if (prompt === undefined) return;
    const key = textHash(prompt.trim());
    const calls = this.prompts.get(key) ?? new Set<string>();
    calls.add(callId);
    this.prompts.set(key, calls);
  }

  /** Records that a call did start its subagent. */
  noteRan(callId: string): void {
    this.ran.add(callId);
  }

  /** The calls whose subagents ran, without those that are linked. */
  *ranUnlinked(): Generator<string> {
    for (const callId of this.ran) if (!this.linked.has(callId)) yield callId;
  }

  noteLinked(callIds: Iterable<string>): void {
    for (const callId of callIds) this.linked.add(callId);
  }

  /** The type of an agent as stated by the call that started it; undefined if no such call is known. */
  typeOf(agentId: string | undefined): string | undefined {
    const calls = agentId === undefined ? [] : [...(this.candidates.get(agentId)?.values() ?? [])];
    return calls.map(({ callId }) => this.starts.get(callId)?.type).find((type) => type !== undefined);
  }

  /** What a call says about the subagent that it starts. */
  startOf(callId: string): AgentStart | undefined {
    return this.starts.get(callId);
  }

  /** Whether there is evidence other than the prompt that this agent was called. */
  isKnown(agentId: string): boolean {
    return this.candidates.has(agentId);
  }

  /** Returns a call with this prompt that no agent has taken yet, and takes it. */
  takePrompt(prompt: string): string | undefined {
    const calls = this.prompts.get(textHash(prompt.trim()));
    const [first] = calls ?? [];
    if (first !== undefined) calls?.delete(first);
    return first;
  }

  /** The calls that may have started an agent, the most reliable first. A resumed agent has several. */
  callsOf(agentId: string): string[] {
    const known = [...(this.candidates.get(agentId)?.values() ?? [])];
    return known.sort((a, b) => ranks[a.evidence] - ranks[b.evidence]).map(({ callId }) => callId);
  }
}

/** Links the runs of workflows to the calls that started them. */
class WorkflowLinks {
  private readonly calls: { callId: string; said: string }[] = [];
  private readonly tasks = new Map<string, string>();

  /** Adds a call of the tool `Workflow`, with everything in its result. */
  noteCall(callId: string, said: string): void {
    this.calls.push({ callId, said });
  }

  /** Records which task a run was. */
  noteTask(workflow: string, taskId: string): void {
    this.tasks.set(workflow, taskId);
  }

  /** The call whose result names the run, or the run's task. */
  callOf(workflow: string): string | undefined {
    const taskId = this.tasks.get(workflow);
    return this.calls.find(({ said }) => said.includes(workflow) || (taskId !== undefined && said.includes(taskId)))
      ?.callId;
  }
}

/** Where a call stands. */
interface CallAddress {
  run: Run;
  callId: string;
}

/** Calls whose work continues after their result, by the id of their task. */
class BackgroundTasks {
  private readonly calls = new Map<string, CallAddress>();
  /** Those whose end the log has reported. */
  private readonly over = new Set<CallAddress>();

  start(taskId: string, call: CallAddress): void {
    this.calls.set(taskId, call);
  }

  find(taskId: string | undefined): CallAddress | undefined {
    return taskId === undefined ? undefined : this.calls.get(taskId);
  }

  /** A task was stopped. One that had ended by itself stays as it ended. */
  stop(call: CallAddress | undefined, at: string | undefined): void {
    if (call === undefined || !this.over.has(call)) this.finish(call, { at, outcome: 'interrupted' });
  }

  /** Sets the end of a task as reported by the log; a later report replaces an earlier one. */
  finish(
    call: CallAddress | undefined,
    end: Pick<CallAmendment, 'durationMs' | 'exitCode' | 'error'> & { at: string | undefined; outcome: Outcome },
  ): void {
    if (call === undefined) return;
    const { outcome, ...facts } = end;
    if (outcome !== 'unknown') this.over.add(call);
    call.run.sink.amendCall(call.callId, {
      ...facts,
      ...(outcome === 'unknown' ? {} : { outcome }),
    });
  }
}
