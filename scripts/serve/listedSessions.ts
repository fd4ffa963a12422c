import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Catalogue } from '../etl/catalogue/contract.ts';
import type { Publisher } from '../etl/createPublisher.ts';

export interface ListedSessionsOptions {
  /** Folders and files in which logs lie. */
  paths: readonly string[];
  /** The folder of converted sessions. */
  out: string;
  catalogue: Pick<Catalogue, 'below'>;
  publisher: Pick<Publisher, 'remove'>;
}

/** Which sessions each log holds, by the log's name in the rows, and which of them are still to be converted. */
export class ListedSessions {
  private readonly options: ListedSessionsOptions;
  private readonly idsByLog = new Map<string, Set<string>>();
  private readonly unread = new Set<string>();
  /** Logs that gave no session. */
  private readonly empty = new Set<string>();
  /** Logs that were listed when they had hardly begun. */
  private readonly short = new Set<string>();
  /** Logs to list again, because they have grown since. */
  private readonly again = new Set<string>();

  constructor(options: ListedSessionsOptions) {
    this.options = options;
  }

  get count(): number {
    return [...this.idsByLog.values()].reduce((sum, ids) => sum + ids.size, 0);
  }

  get unreadCount(): number {
    return this.unread.size;
  }

  /** The ids of a log's sessions. */
  idsOf(log: string): string[] {
    return [...(this.idsByLog.get(log) ?? [])];
  }

  /** Whether a session was converted: it has a file. */
  hasFile(id: string): boolean {
    return existsSync(join(this.options.out, `${id}.json`));
  }

  /** Whether a log holds sessions that were not converted yet. */
  hasUnread(log: string): boolean {
    return this.idsOf(log).some((id) => this.unread.has(id));
  }

  /** Whether a log is to be listed: it is new, or may say more of itself than when it was listed. */
  isFresh(log: string): boolean {
    return this.again.has(log) || (!this.idsByLog.has(log) && !this.empty.has(log));
  }

  /** Notes that a log is being listed. */
  noteListing(log: string, isShort: boolean): void {
    this.again.delete(log);
    if (isShort) this.short.add(log);
  }

  /** Notes that a log has grown. Returns whether it is listed again for it. */
  noteGrowth(log: string): boolean {
    const isDraft = this.idsOf(log).every((id) => this.unread.has(id));
    if (!this.empty.delete(log) && !(isDraft && this.short.delete(log))) return false;
    this.again.add(log);
    return true;
  }

  /** Notes which sessions a log holds; rows made of its beginning that turned out to be others are removed. */
  async note(log: string, ids: readonly string[]): Promise<void> {
    const before = this.idsOf(log);
    const wrong = before.filter((id) => !ids.includes(id) && !this.hasFile(id));
    this.idsByLog.set(log, new Set([...before, ...ids].filter((id) => !wrong.includes(id))));
    for (const id of [...wrong, ...ids]) this.unread.delete(id);
    for (const id of ids) if (!this.hasFile(id)) this.unread.add(id);
    if (ids.length === 0) this.empty.add(log);
    await this.options.publisher.remove(wrong);
  }

  /** Notes that a log could not be converted. */
  noteFailure(log: string): void {
    if (!this.idsByLog.has(log)) this.empty.add(log);
  }

  /** Asks the catalogue, once, which sessions it knows of the logs. */
  async recall(): Promise<void> {
    if (this.idsByLog.size > 0) return;
    const { paths, catalogue } = this.options;
    const roots = new Set(paths.map((path) => (existsSync(path) && statSync(path).isFile() ? dirname(path) : path)));
    for (const root of roots) {
      for (const { session_id, source } of await catalogue.below(resolve(root))) {
        const ids = this.idsByLog.get(source) ?? new Set();
        this.idsByLog.set(source, ids.add(session_id));
        if (!this.hasFile(session_id)) this.unread.add(session_id);
      }
    }
  }

  /** Removes sessions that were listed by the beginning of a log that is gone. Returns whether there were any. */
  async removeGone(isThere: (log: string) => boolean): Promise<boolean> {
    const gone = [...this.idsByLog].filter(([log]) => !isThere(log) && !log.includes('#') && !existsSync(log));
    const ids = gone.flatMap(([, own]) => [...own]).filter((id) => this.unread.has(id));
    if (ids.length === 0) return false;
    await this.options.publisher.remove(ids);
    for (const id of ids) this.unread.delete(id);
    for (const [log, own] of gone) if ([...own].every((id) => ids.includes(id))) this.idsByLog.delete(log);
    return true;
  }
}
