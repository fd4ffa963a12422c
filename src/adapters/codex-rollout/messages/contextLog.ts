/** So many texts are remembered; a text is repeated within a few records or not at all. */
const REMEMBERED = 16;

/** Remembers what was put into the conversation as context, since later records tell it again. */
export interface ContextLog {
  /** Whether a remembered text holds this one. */
  holds(text: string): boolean;
  /** Whether just this text, but for white space around it, was told at any time. */
  told(text: string): boolean;
  note(text: string): void;
  /** Whether no text so far held the one that was awaited. */
  readonly awaits: boolean;
}

/** `awaited` is looked for in every text from the beginning on. */
export function createContextLog(awaited: string | undefined): ContextLog {
  const texts: string[] = [];
  const all = new Set<string>();
  const wanted = awaited?.trim();
  let awaits = wanted !== undefined;
  return {
    told: (text) => all.has(text.trim()),
    holds: (text) => texts.some((told) => told.includes(text.trim())),
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
