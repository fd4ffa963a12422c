import { convertSource, toSession } from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import type { FoundSource } from './collected.ts';
import { type MemoryConversion, OutsideAdapterProxy } from './outsideAdapters.ts';

/** Options of {@link convertInMemory}. */
interface MemoryOptions {
  redactor: Redactor | undefined;
  /** Zone of times that a log writes without one. @default UTC */
  zone: string | undefined;
}

/** Converts one source, and writes nothing; that of an outside adapter in its adapter's thread. */
export async function convertInMemory(
  source: FoundSource,
  { redactor, zone }: MemoryOptions,
): Promise<MemoryConversion> {
  const { adapter } = source;
  if (adapter instanceof OutsideAdapterProxy) return adapter.convert(source, zone);
  const { sessions, account, diagnostics } = await convertSource(
    adapter,
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
