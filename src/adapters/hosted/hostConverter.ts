import type { Assembly } from '../assembly.ts';
import type { Adapter, Converter, JoinedRun } from '../contract.ts';

/**
 * The converter of a joined run's own adapter, writing to a hosted assembly. It takes records whose places count the
 * files of the whole source, and sees them as places among the files of the run. `told` is what older runs tell already.
 */
export function hostConverter<Raw, Reason extends string>(
  adapter: Pick<Adapter<Raw, Reason>, 'createConverter'>,
  hosted: Assembly,
  { files }: JoinedRun,
  names: readonly string[],
  told?: ReadonlyMap<string, string>,
): Converter<Raw, Reason> {
  const converter = adapter.createConverter(hosted, {
    names: files.map((index) => names[index] ?? ''),
    ...(told === undefined ? {} : { told }),
  });
  return {
    record: (value, ref) => converter.record(value, { ...ref, source: files.indexOf(ref.source) }),
    end: () => converter.end(),
  };
}
