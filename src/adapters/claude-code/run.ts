import type { Environment, ParentSession } from '../../session/index.ts';
import { firstWhere, NumberColumn } from '../../session/internal.ts';
import { defined } from '../assemble/fields.ts';
import type { ItemSink, SessionFacts } from '../assembly.ts';
import { IdTable } from '../idTable.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';
import { isSessionId } from './files.ts';
import type { OpenCall } from './results/fields.ts';
import { type CountedUsage, UsageTracker } from './usage.ts';

/** Collects what a source's records say about the session as a whole. */
export class SessionFactsCollector {
  /** Titles, the most reliable source first. */
  customTitle: string | undefined;
  aiTitle: string | undefined;
  lastPrompt: string | undefined;
  readonly summaries: { summary: string; leaf_uuid?: string }[] = [];
  /** Further facts for `extensions`. */
  readonly more = new Map<string, unknown>();
  /** Last record of each session id, in order of appearance. */
  private readonly ids = new Map<string, string | undefined>();
  private readonly versions = new Set<string>();
  private lastVersion: string | undefined;
  private readonly environment: Environment = {};
  private forkedFrom: JsonObject | undefined;
  /** A session that continues under a new id has that id in its later records. */
  private lastId: string | undefined;
  private lastUuid: string | undefined;

  note(record: JsonObject): void {
    const id = nonEmpty(record.sessionId);
    if (id !== undefined) this.noteId(id, field.text(record, 'uuid'));
    const version = field.text(record, 'version');
    if (version !== undefined && version !== this.lastVersion) this.versions.add(version);
    this.lastVersion = version;
    this.environment.cli_version ??= version;
    this.environment.cwd ??= nonEmpty(record.cwd);
    this.environment.git_branch ??= nonEmpty(record.gitBranch);
    this.forkedFrom = field.object(record, 'forkedFrom') ?? this.forkedFrom;
    this.noteFirst('entrypoint', record.entrypoint);
    this.noteFirst('team_name', record.teamName);
    this.noteFirst('slug', record.slug);
    this.noteFirst('session_kind', record.sessionKind);
  }

  noteSetting(name: 'approval' | 'reasoning_effort', value: string): void {
    this.environment[name] ??= value;
  }

  /** The facts; `stem` is the main file's name, `holds` says whether a record is in this source. */
  facts(stem: string | undefined, holds: (uuid: string) => boolean): SessionFacts {
    const nativeId = stem !== undefined && isSessionId(stem) ? stem : this.lastId;
    const summary = this.summaries.findLast(({ leaf_uuid }) => leaf_uuid !== undefined && holds(leaf_uuid));
    return {
      nativeId,
      title: this.customTitle || this.aiTitle || summary?.summary,
      environment: { cli: 'claude-code', ...this.environment },
      parent: this.parent(nativeId),
      extensions: {
        ...(this.ids.size > 1 ? { session_ids: [...this.ids.keys()] } : {}),
        ...(this.versions.size > 1 ? { versions: [...this.versions] } : {}),
        ...(this.summaries.length > 0 ? { summaries: this.summaries } : {}),
        ...Object.fromEntries(this.more),
      },
    };
  }

  private noteFirst(name: string, value: unknown): void {
    if (typeof value === 'string' && value !== '' && !this.more.has(name)) this.more.set(name, value);
  }

  private noteId(id: string, uuid: string | undefined): void {
    if (id !== this.lastId) {
      this.keepLast();
      this.lastId = id;
      if (!this.ids.has(id)) this.ids.set(id, undefined);
    }
    this.lastUuid = uuid ?? this.lastUuid;
  }

  /** Stores the last record of the id that is about to change. */
  private keepLast(): void {
    if (this.lastId !== undefined) this.ids.set(this.lastId, this.lastUuid);
    this.lastUuid = undefined;
  }

  /** A fork names its origin; a session resumed into a new file still holds records with the old id. */
  private parent(own: string | undefined): ParentSession | undefined {
    if (this.forkedFrom !== undefined) {
      const [native_id, message_id] = [
        field.text(this.forkedFrom, 'sessionId'),
        field.text(this.forkedFrom, 'messageUuid'),
      ];
      return { relation: 'forked', ...defined({ native_id, message_id }) };
    }
    const [first] = this.ids.keys();
    if (first === undefined || first === own) return undefined;
    const message_id = this.ids.get(first);
    return { relation: 'resumed', native_id: first, ...defined({ message_id }) };
  }
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The settings of a run that the log repeats over and over. */
type Setting = 'permission mode' | 'mode' | 'effort' | 'model' | 'directory' | 'branch' | 'title';

/** Distinguishes changes of settings from repetitions. */
export class Settings {
  private readonly values = new Map<Setting, string>();

  /** The previous value, if it was different; `first` if there was none, `same` if it is unchanged. */
  change(setting: Setting, value: string): { is: 'first' | 'same' } | { is: 'changed'; from: string } {
    const from = this.values.get(setting);
    if (from === value) return { is: 'same' };
    this.values.set(setting, value);
    return from === undefined ? { is: 'first' } : { is: 'changed', from };
  }
}

/** Where the conversation of a run stands. */
type Turn = 'none' | 'asked' | 'calling' | 'answered' | 'interrupted' | 'api_error';

type Items = Pick<ItemSink, 'message' | 'thinking' | 'plan' | 'notice' | 'unknown' | 'openCall'>;

/** One run of an agent, the session's own or a subagent's, while its records come in. */
export class Run implements Items {
  readonly sink: ItemSink;
  readonly index = new RecordIndex();
  readonly settings: Settings;
  readonly usage: UsageTracker;
  readonly openCalls = new Map<string | number, OpenCall>();
  /** Number of replies by model. */
  readonly models = new Map<string, number>();
  turn: Turn = 'none';
  /** Times of the first and the last record. */
  firstAt: string | undefined;
  lastAt: string | undefined;
  /** `seq` of the last item. */
  lastSeq = 0;
  /** A command with arguments, until it is known whether it asks the model or only prints something. */
  command: string | undefined;
  /** The first text that the run was given. */
  firstPrompt: string | undefined;

  constructor(sink: ItemSink, counted: CountedUsage, settings = new Settings()) {
    this.sink = sink;
    this.settings = settings;
    this.usage = new UsageTracker({ usage: (item) => this.emitUsage(item) }, counted);
  }

  private emitUsage(item: Parameters<ItemSink['usage']>[0]): number {
    const seq = this.noted(this.sink.usage(item));
    this.index.noteUsage(seq);
    return seq;
  }

  message(item: Parameters<ItemSink['message']>[0]): number {
    return this.noted(this.sink.message(item));
  }

  thinking(item: Parameters<ItemSink['thinking']>[0]): number {
    return this.noted(this.sink.thinking(item));
  }

  plan(item: Parameters<ItemSink['plan']>[0]): number {
    return this.noted(this.sink.plan(item));
  }

  notice(item: Parameters<ItemSink['notice']>[0]): number {
    return this.noted(this.sink.notice(item));
  }

  unknown(item: Parameters<ItemSink['unknown']>[0]): number {
    return this.noted(this.sink.unknown(item));
  }

  openCall(start: Parameters<ItemSink['openCall']>[0]): number {
    return this.noted(this.sink.openCall(start));
  }

  /** The model with the most replies. */
  get mainModel(): string | undefined {
    let best: string | undefined;
    for (const [model, replies] of this.models) {
      if (best === undefined || replies > (this.models.get(best) ?? 0)) best = model;
    }
    return best;
  }

  private noted(seq: number): number {
    this.lastSeq = seq;
    return seq;
  }
}

/** Marks the items of earlier records as left behind: this record replaces or retracts them. */
export function takeBack(run: Run, record: JsonObject, key: 'supersedesUuids' | 'retractedMessageUuids'): void {
  for (const uuid of field.list(record, key)) {
    if (typeof uuid === 'string') run.sink.abandon(run.index.itemsOf(uuid));
  }
}

/** Maps the records of a run to its items, to find what a rewind left behind. */
export class RecordIndex {
  private readonly uuids = new IdTable();
  /** By the number of a record's uuid: `seq` of the last item when the record was converted, and how many items were its own. */
  private readonly ends = new NumberColumn();
  private readonly sizes = new NumberColumn();
  private lastTalk = 0;
  /** `seq` of each usage, in order, and of the last talk before it: the reply that it counts. */
  private readonly usages = new NumberColumn();
  private readonly counted = new NumberColumn();
  private usageCount = 0;
  /** For each item that was left behind: the first later item that may not be. */
  private readonly behind = new Map<number, number>();

  /** Records that a record became the items from `first` to `last`. `talks`: it is a prompt or a reply of the model. */
  note(uuid: string | undefined, first: number, last: number, talks: boolean): void {
    if (talks && last >= first) this.lastTalk = last;
    if (uuid === undefined) return;
    const number = this.uuids.add(uuid);
    this.ends.set(number, last);
    if (talks && last >= first) this.sizes.set(number, last - first + 1);
  }

  /** A usage is emitted when the conversation has moved on from its reply. */
  noteUsage(seq: number): void {
    this.usages.set(this.usageCount, seq);
    this.counted.set(this.usageCount, this.lastTalk);
    this.usageCount += 1;
  }

  /**
   * The items that a prompt with this parent leaves behind: those after its parent, if the conversation had continued there. Other records
   * may branch too (parallel calls, hooks, progress), but leave nothing behind.
   */
  leftBehind(parentUuid: string | undefined, now: number): Iterable<number> {
    const parent = parentUuid === undefined ? undefined : this.uuids.find(parentUuid);
    const end = parent === undefined ? undefined : this.ends.get(parent);
    return end === undefined || this.lastTalk <= end ? [] : this.leave(end + 1, now, this.usageUpTo(end));
  }

  /** The items of a prompt or a reply that a later record retracts. */
  itemsOf(uuid: string): Iterable<number> {
    const number = this.uuids.find(uuid);
    if (number === undefined) return [];
    const end = this.ends.get(number);
    return range(end - this.sizes.get(number) + 1, end);
  }

  has(uuid: string): boolean {
    return this.uuids.find(uuid) !== undefined;
  }

  /** The usage behind an item that counts a reply up to there; undefined if there is none. */
  private usageUpTo(end: number): number | undefined {
    const next = firstWhere(this.usageCount, (at) => this.usages.get(at) > end);
    return next < this.usageCount && this.counted.get(next) <= end ? this.usages.get(next) : undefined;
  }

  /** Skips items already left behind, because a log may rewind any number of times, and the one that stays. */
  private *leave(first: number, last: number, staying: number | undefined): Generator<number> {
    for (let seq = this.nextKept(first); seq <= last; seq = this.nextKept(seq)) {
      if (seq === staying) {
        seq += 1;
        continue;
      }
      this.behind.set(seq, seq + 1);
      yield seq;
    }
  }

  private nextKept(from: number): number {
    let seq = from;
    for (let next = this.behind.get(seq); next !== undefined; next = this.behind.get(seq)) {
      const skip = this.behind.get(next);
      if (skip !== undefined) this.behind.set(seq, skip);
      seq = next;
    }
    return seq;
  }
}

function* range(first: number, last: number): Generator<number> {
  for (let seq = first; seq <= last; seq += 1) yield seq;
}
