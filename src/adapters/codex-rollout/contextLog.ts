/** Number of texts remembered; a text is repeated within a few records or not at all. */
const REMEMBERED = 16;

/** Remembers the texts added as context, because later records repeat them. */
export interface ContextLog {
  /** Whether a remembered text contains this one. */
  holds(text: string): boolean;
  /** Whether exactly this text, apart from surrounding white space, has ever been added. */
  stated(text: string): boolean;
  note(text: string): void;
  /** Whether no text so far contained the awaited one. */
  readonly awaits: boolean;
}

/** `awaited` is looked for in every text from the start. */
export function createContextLog(awaited: string | undefined): ContextLog {
  const texts: string[] = [];
  const all = new Set<string>();
  const wanted = awaited?.trim();
  let awaits = wanted !== undefined;
  return {
    stated: (text) => all.has(text.trim()),
    holds: (text) => texts.some((stated) => stated.includes(text.trim())),
    note(text) {
      if (awaits && wanted !== undefined && text.includes(wanted)) awaits = false;
      texts.push(text);
      all.add(text.trim());
      if (texts.length > REMEMBERED) texts.shift();
    },
    get awaits() {
      return awaits;
    },
  };
}
