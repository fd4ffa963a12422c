/** A text that waits in the CLI's queue. */
export interface QueuedText {
  text: string;
  at: string | undefined;
}

interface Entry extends QueuedText {
  state: 'waiting' | 'left' | 'over';
}

/**
 * The queue of prompts typed while the agent works. Most are recorded again when they are sent; one that the CLI inserted into a running
 * turn may be recorded only here.
 */
export class PromptQueue {
  /** Empty where an entry has left the queue: its text may be long. */
  private readonly entries: (Entry | undefined)[] = [];
  /** Index of the first entry that may still be waiting. */
  private head = 0;
  /** Entries that left the queue and have not appeared since, the oldest first. */
  private readonly left = new Set<Entry>();
  private readonly byText = new Map<string, Entry[]>();
  /** Number of times each text was emitted before a record of its own. */
  private readonly given = new Map<string, number>();

  enqueue({ text, at }: QueuedText): void {
    const entry: Entry = { text, at, state: 'waiting' };
    this.entries.push(entry);
    const same = this.byText.get(text.trim());
    if (same === undefined) this.byText.set(text.trim(), [entry]);
    else same.push(entry);
  }

  /** Removes the oldest entry from the queue; its record, if any, follows. Returns whether there was an entry. */
  leave(): boolean {
    while (this.head < this.entries.length) {
      const entry = this.entries[this.head];
      this.entries[this.head] = undefined;
      this.head += 1;
      if (entry?.state !== 'waiting') continue;
      entry.state = 'left';
      this.left.add(entry);
      return true;
    }
    return false;
  }

  leaveAll(): void {
    while (this.leave());
  }

  /** Called with a text of the conversation. Returns whether the text was emitted before its own record arrived, which is then the copy. */
  sent(text: string): boolean {
    const bare = text.trim();
    const given = this.given.get(bare) ?? 0;
    if (given > 0) {
      if (given === 1) this.given.delete(bare);
      else this.given.set(bare, given - 1);
      return true;
    }
    const entry = this.byText.get(bare)?.find(({ state }) => state !== 'over');
    if (entry !== undefined) this.end(entry);
    return false;
  }

  /**
   * Entries that left the queue and have not appeared since: the model, replying at `now`, has continued, so they were sent without a
   * record.
   */
  takeUnseen(now: string | undefined): QueuedText[] {
    if (this.left.size === 0) return [];
    const unseen = [...this.left].filter(({ at }) => at === undefined || now === undefined || at <= now);
    for (const entry of unseen) {
      this.end(entry);
      const bare = entry.text.trim();
      this.given.set(bare, (this.given.get(bare) ?? 0) + 1);
    }
    return unseen;
  }

  /** All entries that never appeared in the conversation. */
  takeRest(): QueuedText[] {
    return [...this.left, ...this.entries.flatMap((entry) => (entry?.state === 'waiting' ? [entry] : []))];
  }

  private end(entry: Entry): void {
    entry.state = 'over';
    this.left.delete(entry);
    const bare = entry.text.trim();
    const same = this.byText.get(bare);
    if (same?.[0] !== entry) return;
    same.shift();
    if (same.length === 0) this.byText.delete(bare);
  }
}
