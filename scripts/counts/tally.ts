/** Figures of a log. */
export interface Tally {
  calls: number;
  /** Calls whose result says that they failed, were denied, interrupted or cancelled. */
  failures: number;
  /** Calls without a result. */
  unanswered: number;
  outputTokens: number;
}

/** A count with its derivation: `plain` plus everything in `because` gives `own`. */
export interface Count {
  own: Tally;
  /** Count of every line by itself. */
  plain: Tally;
  /** Amounts added or subtracted, by cause. */
  because: Map<string, Tally>;
}

export interface RawFile {
  name: string;
  text: string;
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const none = (): Tally => ({ calls: 0, failures: 0, unanswered: 0, outputTokens: 0 });

/** Adds one tally to another one, `times` over. */
export function addTo(sum: Tally, more: Tally, times = 1): void {
  sum.calls += times * more.calls;
  sum.failures += times * more.failures;
  sum.unanswered += times * more.unanswered;
  sum.outputTokens += times * more.outputTokens;
}

/** Adds a tally to the one of a cause. */
export function addCause(because: Map<string, Tally>, cause: string, more: Tally, times = 1): void {
  const sum = because.get(cause) ?? none();
  because.set(cause, sum);
  addTo(sum, more, times);
}

export function isEqual(a: Tally, b: Tally): boolean {
  return (
    a.calls === b.calls &&
    a.failures === b.failures &&
    a.unanswered === b.unanswered &&
    a.outputTokens === b.outputTokens
  );
}

/** The objects of a text of JSON lines; `otherwise` reads a line that is not JSON; without it, such lines are skipped. */
export function parseLines(text: string, otherwise: (line: string) => Fields[] = () => []): Fields[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    try {
      const value: unknown = JSON.parse(line);
      return isFields(value) ? [value] : [];
    } catch {
      return otherwise(line);
    }
  });
}
