import { importTool } from '../tools.ts';

/** What is known of the time that a pattern takes: an attack on it, or why none was looked for to the end. */
export type Verdict =
  | { status: 'safe' }
  | { status: 'slow'; complexity: string; attack: string }
  | { status: 'unjudged'; reason: string };

interface Recheck {
  checkSync(source: string, flags: string, options: { timeout: number }): Diagnostics;
}

/** What recheck says of a pattern. */
interface Diagnostics {
  status: 'safe' | 'vulnerable' | 'unknown';
  complexity?: { summary: string };
  attack?: { pattern: string };
  error?: { kind: string };
}

/** How long one pattern may be judged. Those that a person can judge take less than 10 s on a slow machine. */
const timeout = 20_000;

/** Loads what judges patterns. It looks for a text on which a pattern takes more than linear time, from the place where it may begin. */
export async function loadJudge(): Promise<(source: string, flags: string) => Verdict> {
  // recheck looks for Java and for a binary of its own otherwise.
  process.env.RECHECK_BACKEND = 'pure';
  const { default: recheck } = (await importTool('recheck')) as { default: Recheck };
  return (source, flags) => {
    const { status, complexity, attack, error } = recheck.checkSync(source, flags, { timeout });
    if (status === 'safe') return { status };
    if (status === 'unknown') return { status: 'unjudged', reason: error?.kind ?? 'unknown' };
    return { status: 'slow', complexity: complexity?.summary ?? '', attack: attack?.pattern ?? '' };
  };
}
