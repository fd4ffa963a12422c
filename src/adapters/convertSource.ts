import type { Adapter, ParseContext, Source, SourceFile } from './contract.ts';
import { type Conversion, type ConvertOptions, openConversion } from './openConversion.ts';
import { createOutputLimit } from './outputLimit.ts';
import { measureFile } from './read/measureFile.ts';
import { createSha256 } from './sha256.ts';

/**
 * Converts one source into sessions: parse, convert, assemble. Throws read errors, on abort, and if an external adapter throws or returns
 * far more than its files hold.
 */
export async function convertSource(
  adapter: Adapter,
  source: Source,
  options: ConvertOptions = {},
): Promise<Conversion> {
  const measured = source.files.map((file) => measureFile(file, options.createHash ?? createSha256));
  const names = source.files.map(({ name }) => name);
  const knownRecords = await readKnownRecords(adapter, source.ancestors ?? [], options.signal);
  const limit = adapter.contract === undefined ? undefined : createOutputLimit(adapter.descriptor.id);
  const limited = limit === undefined ? options : { ...options, ...limit.stores(options) };
  const conversion = openConversion(adapter, { ...source, names, knownRecords }, limited);
  const files = measured.map(({ file }) => limit?.file(file) ?? file);
  for await (const batch of adapter.parse({ ...source, files }, conversion.context)) {
    options.signal?.throwIfAborted();
    for (const item of batch) {
      limit?.record();
      measured[item.ref.source]?.countRecord();
      conversion.feed(item);
    }
  }
  conversion.end();
  const sources = [];
  for (const file of measured) sources.push(await file.facts());
  return conversion.read(sources);
}

/**
 * What the ancestors of a run record, by id, each with the run that recorded it first. An ancestor that cannot be read contributes nothing:
 * the run's own copies then count as its own records.
 */
export async function readKnownRecords(
  { knownRecords }: Pick<Adapter, 'knownRecords'>,
  ancestors: readonly SourceFile[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  // Damaged bytes are reported when the ancestor itself is converted.
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
