import {
  type Adapter,
  type Conversion,
  type ConvertOptions,
  openConversion,
  type SourceItem,
  type SourceOutline,
} from '../../../src/adapters/index.ts';
import { type FollowedFile, followFile } from './followFile.ts';

/** A source that is converted on as its files grow. */
export interface LiveSource {
  /** Reads what was appended, and gives the sessions as they stand. Throws what reading throws. */
  advance(): Promise<Conversion>;
  /** Whether what was read of each file still stands there. */
  isSame(): Promise<boolean>;
  /** How far each file was read, in bytes. */
  readonly read: readonly number[];
  /** Ends the files where they are, and gives the sessions whole: what waited for more to come is told, too. */
  finish(): Promise<Conversion>;
  /** Ends the files where they are; resolves when nobody reads them any longer. */
  close(): Promise<void>;
}

interface Stream {
  followed: FollowedFile;
  /** Ends when the files are closed, or with what reading threw. */
  done: Promise<void>;
}

/** Opens a source that can be read in streams; undefined where its format can only be read whole. */
export function openLiveSource(
  adapter: Adapter,
  files: readonly { path: string; name: string }[],
  options: ConvertOptions,
  outline: Omit<SourceOutline, 'names'> = {},
): LiveSource | undefined {
  const names = files.map(({ name }) => name);
  const groups = adapter.streams?.(names);
  if (groups === undefined) return undefined;
  const conversion = openConversion(adapter, { ...outline, names }, options);
  // Only the first file of a stream is followed; the others are read as they are when it comes to them.
  const heads = new Set(groups.map(([first]) => first));
  const followed = files.map(({ path, name }, index) => followFile(path, name, heads.has(index) ? 'wait' : 'stop'));
  const records = files.map(() => 0);
  const feed = (item: SourceItem<unknown>, indices: readonly number[]): void => {
    const source = indices[item.ref.source] ?? 0;
    records[source] = (records[source] ?? 0) + 1;
    conversion.feed({ ...item, ref: { ...item.ref, source } });
  };
  const streams: Stream[] = [];

  const start = (indices: readonly number[]): Stream | undefined => {
    const [first, ...rest] = indices;
    const head = first === undefined ? undefined : followed[first];
    if (head === undefined) return undefined;
    const parts = rest.map((index) => followed[index]).filter((each) => each !== undefined);
    const run = async (): Promise<void> => {
      for await (const batch of adapter.parse({ files: [head, ...parts] }, conversion.context)) {
        for (const item of batch) feed(item, indices);
      }
    };
    const done = run();
    // Whoever advances or finishes is told; until then, nobody listens.
    done.catch(() => undefined);
    return { followed: head, done };
  };

  const advance = async ({ followed: file, done }: Stream): Promise<void> => {
    await Promise.race([file.advance(), done]);
  };

  const readAll = (): Conversion =>
    conversion.read(
      followed.map(({ name, read: { sha256, bytes } }, index) => ({
        name,
        // In the order in which a plain run writes them: the same facts are then the same bytes.
        sha256,
        bytes,
        records: records[index] ?? 0,
      })),
    );

  return {
    async advance() {
      if (streams.length > 0) for (const stream of streams) await advance(stream);
      else {
        for (const indices of groups) {
          const stream = start(indices);
          if (stream === undefined) continue;
          streams.push(stream);
          await advance(stream);
        }
      }
      return readAll();
    },
    async isSame() {
      for (const file of followed) if (!(await file.isSame())) return false;
      return true;
    },
    get read() {
      return followed.map(({ read }) => read.bytes);
    },
    async finish() {
      for (const { followed: head } of streams) head.close();
      for (const { done } of streams) await done;
      conversion.end();
      return readAll();
    },
    async close() {
      for (const { followed: head } of streams) head.close();
      await Promise.allSettled(streams.map(({ done }) => done));
    },
  };
}
