import { type Content, convertSource, toSession } from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import type { Account, Diagnostic, Session } from '../../src/session/index.ts';
import type { FoundSource } from './collected.ts';

/** A source that was converted in memory. */
export interface MemoryConversion {
  sessions: readonly { session: Session; contents: readonly Content[]; diagnostics: readonly Diagnostic[] }[];
  account: Account;
  diagnostics: readonly Diagnostic[];
}

/** Options of {@link convertInMemory}. */
interface MemoryOptions {
  redactor: Redactor | undefined;
  /** Zone of times that a log writes without one. @default UTC */
  zone: string | undefined;
}

/** Converts one source in this thread, and writes nothing. */
export async function convertInMemory(
  source: FoundSource,
  { redactor, zone }: MemoryOptions,
): Promise<MemoryConversion> {
  const { sessions, account, diagnostics } = await convertSource(
    source.adapter,
    { ...source, hints: { zone } },
    { redactor, annotate: 'auto' },
  );
  const whole = sessions.map(({ session, contents, diagnostics: own }) => ({
    session: toSession(session),
    contents,
    diagnostics: own,
  }));
  return { sessions: whole, account, diagnostics };
}
