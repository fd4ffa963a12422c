import { readKnownRecords } from '../../../src/adapters/index.ts';
import type { FoundFile, FoundSource } from '../collected.ts';
import { type FailedSource, failedResult, type SourceResult, stagedResult } from '../sourceResult.ts';
import type { StagedSource, StageOptions } from '../staged.ts';
import { stageConversion, stageOutputs, stageSource } from '../stageSource.ts';
import { type LiveSource, openLiveSource } from './openLiveSource.ts';

/** A source that has not changed for this long, in milliseconds, counts as finished and is converted whole. */
const QUIET_MS = 10_000;

/** Maximum share of the time spent on reading a source from its beginning again and again. */
const REREAD_SHARE = 1 / 20;

/** Maximum number of open sources; the one that has been quiet longest is closed first. */
const MAX_OPEN = 16;

export type PoolOptions = Omit<StageOptions, 'startedAt' | 'whole'> & {
  startedAt(source: FoundSource): string | undefined;
};

/**
 * Sources that are converted as they grow. Results of a growing source are provisional: they lack what only the end of a log decides. Once
 * it is quiet, its result is that of a run over the whole.
 */
export interface LivePool {
  /**
   * The sessions of a source that has changed. Undefined where it would have to be read from its beginning too soon for what that costs:
   * `settle` gives it later. Where it cannot be read, the result says so.
   */
  advance(source: FoundSource): Promise<SourceResult | undefined>;
  /** Results that were postponed. Sources whose primary file is not among those `present` are forgotten. */
  settle(present: ReadonlySet<string>): Promise<SourceResult[]>;
  close(): Promise<void>;
}

interface OpenSource {
  files: readonly FoundFile[];
  reader: LiveSource;
  /** The sessions as they stand, and, with `finish`, as they end. */
  read(): Promise<StagedSource>;
  finish(): Promise<StagedSource>;
  /** Closes the files. */
  close(): Promise<void>;
}

interface KnownSource {
  /** The source as it was last seen. */
  source: FoundSource;
  open: OpenSource | undefined;
  /** Whether the last result may differ from that of a run over the whole source. */
  unsettled: boolean;
  changedMs: number;
  /** When it was last read from its beginning, and how long that took. */
  rereadMs: { at: number; took: number };
}

export function createLivePool(options: PoolOptions): LivePool {
  const known = new Map<string, KnownSource>();
  const reader = createSourceReader(options);

  const makeRoom = async (): Promise<void> => {
    const held = [...known.values()].filter(({ open }) => open !== undefined);
    for (const entry of held.slice(0, Math.max(0, held.length - MAX_OPEN))) await shut(entry);
  };

  const advanceOne = async (entry: KnownSource): Promise<SourceResult | undefined> => {
    const { open, source } = entry;
    if (open !== undefined && !(await goesOn(open, source))) await shut(entry);
    if (open !== undefined && open.files.length !== source.files.length && isDue(entry)) await shut(entry);
    if (entry.open !== undefined) return provisional(entry, await entry.open.read());
    if (!isDue(entry)) return undefined;
    const result = await reader.reread(entry);
    await makeRoom();
    return result;
  };

  /** What is due for a source that is still there. */
  const settleOne = async (entry: KnownSource): Promise<SourceResult | undefined> => {
    const { source, open, unsettled } = entry;
    if (!isDue(entry)) return undefined;
    if (!unsettled) {
      if (open === undefined) known.delete(primaryOf(source));
      return undefined;
    }
    if (!isQuiet(entry) && open !== undefined) return undefined;
    const work = () => (isQuiet(entry) ? reader.finish(entry) : reader.reread(entry));
    return attempt(entry, work);
  };

  return {
    async advance(source) {
      const path = primaryOf(source);
      const { rereadMs = { at: 0, took: 0 }, open } = known.get(path) ?? {};
      const entry: KnownSource = { source, open, unsettled: true, changedMs: Date.now(), rereadMs };
      known.delete(path);
      known.set(path, entry);
      return attempt(entry, () => advanceOne(entry));
    },
    async settle(present) {
      const results: SourceResult[] = [];
      for (const [path, entry] of known) {
        if (!present.has(path)) {
          known.delete(path);
          await shut(entry);
          continue;
        }
        const result = await settleOne(entry);
        if (result !== undefined) results.push(result);
      }
      await makeRoom();
      return results;
    },
    async close() {
      for (const entry of known.values()) await shut(entry);
    },
  };
}

/** The ways to read a known source; each notes in its entry what it has opened, settled and taken. */
function createSourceReader({ startedAt, ...options }: PoolOptions) {
  let count = 0;
  const optionsFor = (source: FoundSource): StageOptions => ({
    ...options,
    startedAt: startedAt(source),
    // A source may be closed, and its items removed, before its sessions are published.
    whole: true,
  });

  const begin = async (source: FoundSource): Promise<OpenSource | undefined> => {
    const outputs = stageOutputs(optionsFor(source), `live-${count++}`);
    const knownRecords = await readKnownRecords(source.adapter, source.ancestors ?? []);
    const outline = { knownRecords, hints: outputs.hints };
    const reader = openLiveSource(source.adapter, source.files, outputs.convertOptions, outline);
    if (reader === undefined) return undefined;
    const { files } = source;
    return {
      files,
      reader,
      read: async () => stageConversion(await reader.advance(), outputs),
      finish: async () => stageConversion(await reader.finish(), outputs),
      close: async () => {
        await reader.close();
        outputs.dispose();
      },
    };
  };

  const readWhole = async (entry: KnownSource): Promise<SourceResult> => {
    const { source } = entry;
    const staged = await timed(entry, () => stageSource(source, optionsFor(source), `whole-${count++}`));
    entry.unsettled = false;
    return stagedResult(source, staged);
  };

  return {
    /** Reads a source from its beginning, and from then on as it grows, where its format allows it. */
    async reread(entry: KnownSource): Promise<SourceResult> {
      const staged = await timed(entry, async () => {
        entry.open = await begin(entry.source);
        return entry.open?.read();
      });
      return staged === undefined ? readWhole(entry) : provisional(entry, staged);
    },
    /** Ends a quiet source with the result of a run over the whole. */
    async finish(entry: KnownSource): Promise<SourceResult> {
      const { open, source } = entry;
      // Records of files that grow side by side came in another order than a run over the whole reads them.
      const exact = source.files.length === 1 && (source.ancestors ?? []).length === 0;
      if (open === undefined || !exact || !(await goesOn(open, source))) return readWhole(entry);
      const staged = await open.finish();
      await shut(entry);
      entry.unsettled = false;
      return stagedResult(source, staged);
    },
  };
}

function provisional({ source }: KnownSource, staged: StagedSource): SourceResult {
  return { ...stagedResult(source, staged), provisional: true };
}

async function shut(entry: KnownSource): Promise<void> {
  const { open } = entry;
  entry.open = undefined;
  await open?.close();
}

/** Notes how long it took to read a source from its beginning. */
async function timed<Result>(entry: KnownSource, read: () => Promise<Result>): Promise<Result> {
  const start = Date.now();
  try {
    return await read();
  } finally {
    entry.rereadMs = { at: Date.now(), took: Date.now() - start };
  }
}

/** A failed source is reported, and left until it changes again. */
async function attempt<Result>(entry: KnownSource, work: () => Promise<Result>): Promise<Result | FailedSource> {
  try {
    return await work();
  } catch (error) {
    entry.unsettled = false;
    await shut(entry);
    return failedResult(entry.source, error);
  }
}

function primaryOf({ files }: FoundSource): string {
  return files[0]?.path ?? '';
}

/** Whether enough time has passed to read the source from its beginning again. */
function isDue({ rereadMs: { at, took } }: KnownSource): boolean {
  return Date.now() - at >= took / REREAD_SHARE;
}

/** If a closed source grows again, it must be read again: the more that costs, the longer it stays open. */
function isQuiet({ changedMs, rereadMs: { took } }: KnownSource): boolean {
  return Date.now() - changedMs >= Math.max(QUIET_MS, took / REREAD_SHARE);
}

/** Whether all open files still exist and have not shrunk; their content is compared as well, because a file may have been replaced. */
async function goesOn({ files, reader }: OpenSource, now: FoundSource): Promise<boolean> {
  const sizes = new Map(now.files.map(({ path, size }) => [path, size]));
  const read = reader.read;
  return files.every(({ path }, index) => (sizes.get(path) ?? -1) >= (read[index] ?? 0)) && (await reader.isSame());
}
