import { readKnownRecords } from '../../../src/adapters/index.ts';
import type { FoundSource } from '../detectSources.ts';
import type { FoundFile } from '../foundFile.ts';
import { type SourceResult, stagedResult } from '../sourceResult.ts';
import { type StagedSource, type StageOptions, stageConversion, stageOutputs, stageSource } from '../stageSource.ts';
import { type LiveSource, openLiveSource } from './openLiveSource.ts';

/** A source that has not changed for this long is told whole, in milliseconds. */
const QUIET_MS = 10_000;

/** Reading a source from its beginning, again and again, may take no more than this part of the time. */
const REREAD_SHARE = 1 / 20;

/** At most so many sources are held open; the one that has been quiet longest makes room. */
const MAX_OPEN = 16;

export type PoolOptions = Omit<StageOptions, 'startedAt' | 'whole'> & {
  startedAt(source: FoundSource): string | undefined;
};

/**
 * Sources that are converted on as they grow. What is told of one that grows is provisional: it lacks what only the end
 * of a log decides. Once it is quiet, it is told as a run over the whole of it tells it.
 */
export interface LivePool {
  /**
   * The sessions of a source that has changed; undefined where it would have to be read from its beginning, and was so
   * too recently for what that costs: `settle` gives it later. Throws what reading throws.
   */
  advance(source: FoundSource): Promise<SourceResult | undefined>;
  /** What has waited long enough. Sources whose primary file is not among those `present` are forgotten. */
  settle(present: ReadonlySet<string>): Promise<SourceResult[]>;
  close(): Promise<void>;
}

interface OpenSource {
  files: readonly FoundFile[];
  reader: LiveSource;
  /** The sessions as they stand, and in the end. */
  read(): Promise<StagedSource>;
  finish(): Promise<StagedSource>;
  /** Lets go of the files. */
  close(): Promise<void>;
}

interface KnownSource {
  /** As it was last seen. */
  source: FoundSource;
  open: OpenSource | undefined;
  /** What was told last may not be what a run over the whole source tells. */
  unsettled: boolean;
  changedMs: number;
  /** When it was last read from its beginning, and how long that took. */
  rereadMs: { at: number; took: number };
}

export function createLivePool({ startedAt, ...options }: PoolOptions): LivePool {
  const known = new Map<string, KnownSource>();
  let count = 0;
  const optionsFor = (source: FoundSource): StageOptions => ({
    ...options,
    startedAt: startedAt(source),
    // A source may be closed, and its items gone, before its sessions are published.
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

  const shut = async (entry: KnownSource): Promise<void> => {
    const { open } = entry;
    entry.open = undefined;
    await open?.close();
  };

  const timed = async <Result>(entry: KnownSource, read: () => Promise<Result>): Promise<Result> => {
    const start = Date.now();
    try {
      return await read();
    } finally {
      entry.rereadMs = { at: Date.now(), took: Date.now() - start };
    }
  };

  const provisional = ({ source }: KnownSource, staged: StagedSource): SourceResult => ({
    ...stagedResult(source, staged),
    provisional: true,
  });

  const readWhole = async (entry: KnownSource): Promise<SourceResult> => {
    const { source } = entry;
    const staged = await timed(entry, () => stageSource(source, optionsFor(source), `whole-${count++}`));
    entry.unsettled = false;
    return stagedResult(source, staged);
  };

  /** From its beginning, and from then on as it grows, where its format allows it. */
  const reread = async (entry: KnownSource): Promise<SourceResult> => {
    const staged = await timed(entry, async () => {
      entry.open = await begin(entry.source);
      return entry.open?.read();
    });
    return staged === undefined ? readWhole(entry) : provisional(entry, staged);
  };

  const settleOne = async (entry: KnownSource): Promise<SourceResult> => {
    const { open, source } = entry;
    // Files that grow side by side came in another order than a run over the whole reads them.
    const exact = source.files.length === 1 && (source.ancestors ?? []).length === 0;
    if (open === undefined || !exact || !(await goesOn(open, source))) return readWhole(entry);
    const staged = await open.finish();
    await shut(entry);
    entry.unsettled = false;
    return stagedResult(source, staged);
  };

  /** What fails is told, and left until it changes again. */
  const attempt = async <Result>(entry: KnownSource, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      entry.unsettled = false;
      await shut(entry);
      throw error;
    }
  };

  const makeRoom = async (): Promise<void> => {
    const held = [...known.values()].filter(({ open }) => open !== undefined);
    for (const entry of held.slice(0, Math.max(0, held.length - MAX_OPEN))) await shut(entry);
  };

  return {
    async advance(source) {
      const path = primaryOf(source);
      const { rereadMs = { at: 0, took: 0 }, open } = known.get(path) ?? {};
      const entry: KnownSource = { source, open, unsettled: true, changedMs: Date.now(), rereadMs };
      known.delete(path);
      known.set(path, entry);
      return attempt(entry, async () => {
        if (open !== undefined && !(await goesOn(open, source))) await shut(entry);
        if (open !== undefined && open.files.length !== source.files.length && isDue(entry)) await shut(entry);
        if (entry.open !== undefined) return provisional(entry, await entry.open.read());
        if (!isDue(entry)) return undefined;
        const result = await reread(entry);
        await makeRoom();
        return result;
      });
    },
    async settle(present) {
      const results: SourceResult[] = [];
      for (const [path, entry] of known) {
        const { source, open, unsettled } = entry;
        if (!present.has(path)) {
          known.delete(path);
          await shut(entry);
        } else if (!isDue(entry)) {
        } else if (!unsettled) {
          if (open === undefined) known.delete(path);
        } else if (isQuiet(entry) || open === undefined) {
          const work = () => (isQuiet(entry) ? settleOne(entry) : reread(entry));
          results.push(await attempt(entry, work).catch((error) => failedResult(source, error)));
        }
      }
      await makeRoom();
      return results;
    },
    async close() {
      for (const entry of known.values()) await shut(entry);
    },
  };
}

/** A source that could not be read. */
export function failedResult(source: FoundSource, error: unknown): SourceResult {
  return { is: 'failed', source, message: error instanceof Error ? error.message : String(error) };
}

function primaryOf({ files }: FoundSource): string {
  return files[0]?.path ?? '';
}

/** Whether enough time has gone by for reading the source from its beginning again. */
function isDue({ rereadMs: { at, took } }: KnownSource): boolean {
  return Date.now() - at >= took / REREAD_SHARE;
}

/** Closing a source costs reading it again when it goes on: one that costs much is waited for longer. */
function isQuiet({ changedMs, rereadMs: { took } }: KnownSource): boolean {
  return Date.now() - changedMs >= Math.max(QUIET_MS, took / REREAD_SHARE);
}

/** Whether all files that are open are still there, only longer; one of another content may have its name by now. */
async function goesOn({ files, reader }: OpenSource, now: FoundSource): Promise<boolean> {
  const sizes = new Map(now.files.map(({ path, size }) => [path, size]));
  const read = reader.read;
  return files.every(({ path }, index) => (sizes.get(path) ?? -1) >= (read[index] ?? 0)) && (await reader.isSame());
}
