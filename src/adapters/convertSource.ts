import type { Adapter, Source } from './contract.ts';
import { type Conversion, type ConvertOptions, openConversion } from './openConversion.ts';
import { createSha256, measureFile } from './read/measureFile.ts';
import { readKnownRecords } from './readKnownRecords.ts';

/** Turns one source into sessions: parse, convert, assemble. Throws only what reading throws, and on abort. */
export async function convertSource(
  adapter: Adapter,
  source: Source,
  options: ConvertOptions = {},
): Promise<Conversion> {
  const measured = source.files.map((file) => measureFile(file, options.createHash ?? createSha256));
  const names = source.files.map(({ name }) => name);
  const knownRecords = await readKnownRecords(adapter, source.ancestors ?? [], options.signal);
  const conversion = openConversion(adapter, { ...source, names, knownRecords }, options);
  const files = measured.map(({ file }) => file);
  for await (const batch of adapter.parse({ ...source, files }, conversion.context)) {
    options.signal?.throwIfAborted();
    for (const item of batch) {
      measured[item.ref.source]?.countRecord();
      conversion.feed(item);
    }
  }
  conversion.end();
  const sources = [];
  for (const file of measured) sources.push(await file.facts());
  return conversion.read(sources);
}
