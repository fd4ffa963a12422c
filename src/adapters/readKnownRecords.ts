import type { Adapter, ParseContext, SourceFile } from './contract.ts';

/**
 * What the ancestors of a run tell, by id, each with the run that told it first. An ancestor that cannot be read tells
 * nothing: then the run itself tells what it copied.
 */
export async function readKnownRecords(
  { knownRecords }: Pick<Adapter, 'knownRecords'>,
  ancestors: readonly SourceFile[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  // What is wrong with the bytes is reported where they are converted.
  const context: ParseContext = { report: () => undefined, signal };
  for (const ancestor of knownRecords === undefined ? [] : ancestors) {
    const found: (readonly [string, string])[] = [];
    try {
      for await (const each of knownRecords?.(ancestor, context) ?? []) found.push(each);
    } catch {
      signal?.throwIfAborted();
      continue;
    }
    for (const [id, run] of found) if (!all.has(id)) all.set(id, run);
  }
  return all;
}
