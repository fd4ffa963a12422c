/** A text that waits in the CLI's queue. */
export interface QueuedText {
  text: string;
  at: string | undefined;
}

interface Waiting extends QueuedText {
  left: boolean;
}

/**
 * The queue of prompts typed while the agent works. Most of them stand in the log again when they are sent; one that
 * the CLI slipped into a running turn may stand nowhere else.
 */
export class PromptQueue {
  private waiting: Waiting[] = [];
  private readonly given: string[] = [];

  enqueue(entry: QueuedText): void {
    this.waiting.push({ ...entry, left: false });
  }

  /** The oldest entry leaves the queue; its record, if it gets one, follows. */
  leave(): void {
    const next = this.waiting.find(({ left }) => !left);
    if (next !== undefined) next.left = true;
  }

  leaveAll(): void {
    for (const entry of this.waiting) entry.left = true;
  }

  /**
   * A text of the conversation. Says whether it was given out before its own record came: then that record is the
   * copy.
   */
  sent(text: string): boolean {
    const bare = text.trim();
    const given = this.given.indexOf(bare);
    if (given !== -1) {
      this.given.splice(given, 1);
      return true;
    }
    const at = this.waiting.findIndex((entry) => entry.text.trim() === bare);
    if (at !== -1) this.waiting.splice(at, 1);
    return false;
  }

  /**
   * Entries that left the queue and were not seen since: the model, which replies at `now`, has gone on, so they were
   * sent unseen.
   */
  takeUnseen(now: string | undefined): QueuedText[] {
    if (this.waiting.length === 0) return [];
    const isUnseen = ({ left, at }: Waiting): boolean => left && (at === undefined || now === undefined || at <= now);
    const unseen = this.waiting.filter(isUnseen);
    if (unseen.length > 0) this.waiting = this.waiting.filter((entry) => !isUnseen(entry));
    this.given.push(...unseen.map(({ text }) => text.trim()));
    return unseen;
  }

  /** Everything that never showed up. */
  takeRest(): QueuedText[] {
    return this.waiting.splice(0);
  }
}
