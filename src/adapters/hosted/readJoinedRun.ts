import type { Adapter, JoinedRun, ParseContext, Source, SourceItem } from '../contract.ts';

/** The records of a joined run, read by its own adapter; their places count the files of the whole source. */
export async function* readJoinedRun<Raw>(
  adapter: Pick<Adapter<Raw>, 'parse'>,
  source: Source,
  { files }: JoinedRun,
  context: ParseContext,
): AsyncGenerator<SourceItem<Raw>[]> {
  const own = files.map((index) => source.files[index]).filter((file) => file !== undefined);
  for await (const batch of adapter.parse({ files: own }, context)) {
    yield batch.map((item) => ({ ...item, ref: { ...item.ref, source: files[item.ref.source] ?? 0 } }));
  }
}
