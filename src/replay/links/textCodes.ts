/** So many bytes of one text are looked at: what is longer lies beside the session file anyway. */
const longestText = 24_576;

/**
 * The start of one text at a time as UTF-8. A text is looked at several times, and reading it from bytes takes a fraction of
 * what reading it from a string does.
 */
export class TextCodes {
  readonly codes = new Uint8Array(longestText);
  private readonly encoder = new TextEncoder();

  /** Takes in a text, at most 24 KiB of it, and gives back how many bytes. */
  load(text: string): number {
    return this.encoder.encodeInto(text, this.codes).written;
  }
}
