import type { SourceRef } from '../../session/index.ts';
import type { Assembly, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import type { JsonObject } from '../read/jsonObject.ts';
import { Checklist } from './checklist.ts';
import type { IgnoreReason } from './descriptor.ts';
import { SessionFactsCollector, Settings } from './facts.ts';
import { type FileKind, fileKind } from './files.ts';
import { ParentHistory, ReplayGuard, RewrittenHistory } from './history.ts';
import { PromptQueue } from './queue.ts';
import { Run } from './run.ts';
import { AgentLinks, BackgroundTasks, WorkflowLinks } from './subagents.ts';
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
