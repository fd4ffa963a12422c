import type { Environment, ParentSession } from '../../session/index.ts';
import type { SessionFacts } from '../assembly.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';
import { isSessionId } from './files.ts';

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

  /** The facts; `stem` is the main file's name, `holds` tells whether a record is in this source. */
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
      return { relation: 'forked', ...present({ native_id, message_id }) };
    }
    const [first] = this.ids.keys();
    if (first === undefined || first === own) return undefined;
    const message_id = this.ids.get(first);
    return { relation: 'resumed', native_id: first, ...present({ message_id }) };
  }
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function present(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The settings of a run that the log repeats over and over. */
type Setting = 'permission mode' | 'mode' | 'effort' | 'model' | 'directory' | 'branch' | 'title';

/** Tells changes of settings from repetitions. */
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
