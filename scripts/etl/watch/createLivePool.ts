import { readTold } from '../../../src/adapters/index.ts';
import type { FoundSource } from '../detectSources.ts';
import {
  type StagedSource,
  type StageOptions,
  type StageOutputs,
  stageConversion,
  stageOutputs,
  stageSource,
} from '../stageSource.ts';
import { type LiveSource, openLiveSource } from './openLiveSource.ts';

/** A source that has not grown for this long is told whole and closed, in milliseconds. */
const QUIET_MS = 10_000;

/** At most so many sources are held open; the one that has been quiet longest makes room. */
const MAX_OPEN = 16;

export type PoolOptions = Omit<StageOptions, 'startedAt'> & { startedAt(source: FoundSource): string | undefined };

/** Sources that are converted on as they grow, each held open between two looks. */
export interface LivePool {
  /** The sessions of a source that has changed. Throws what reading throws; the source is then begun anew next time. */
  advance(source: FoundSource): Promise<StagedSource>;
  /** Ends the sources that have become quiet, and gives what they come to. */
  finishQuiet(): Promise<{ source: FoundSource; staged: StagedSource }[]>;
  close(): Promise<void>;
}

interface OpenSource {
  source: FoundSource;
  live: LiveSource;
  outputs: StageOutputs;
  lastMs: number;
}

export function createLivePool({ startedAt, ...options }: PoolOptions): LivePool {
  const open = new Map<string, OpenSource>();
  let count = 0;

  const end = async (path: string): Promise<StagedSource | undefined> => {
    const entry = open.get(path);
    if (entry === undefined) return undefined;
    open.delete(path);
    try {
      return stageConversion(await entry.live.finish(), entry.outputs);
    } finally {
      entry.outputs.dispose();
    }
  };

  /** What does not go on is left where it is: what its reader still waits for will never come. */
  const drop = async (path: string): Promise<void> => {
    await end(path).catch(() => undefined);
  };

  const begin = async (source: FoundSource): Promise<OpenSource | undefined> => {
    const outputs = stageOutputs({ ...options, startedAt: startedAt(source) }, `live-${count++}`);
    const told = await readTold(source.adapter, source.ancestors ?? []);
    const outline = { told, ...(outputs.hints === undefined ? {} : { hints: outputs.hints }) };
    const live = openLiveSource(source.adapter, source.files, outputs.convertOptions, outline);
    return live === undefined ? undefined : { source, live, outputs, lastMs: Date.now() };
  };

  return {
    async advance(source) {
      const path = source.files[0]?.path ?? '';
      const known = open.get(path);
      if (known !== undefined && !(await goesOn(known, source))) await drop(path);
      const entry = open.get(path) ?? (await begin(source));
      // A format that can only be read whole is read whole.
      if (entry === undefined)
        return stageSource(source, { ...options, startedAt: startedAt(source) }, `whole-${count++}`);
      open.delete(path);
      open.set(path, { ...entry, source, lastMs: Date.now() });
      try {
        return stageConversion(await entry.live.advance(), entry.outputs);
      } catch (error) {
        await drop(path);
        throw error;
      } finally {
        const [oldest] = open.keys();
        if (open.size > MAX_OPEN && oldest !== undefined) await drop(oldest);
      }
    },
    async finishQuiet() {
      const quiet = [...open.values()].filter(({ lastMs }) => Date.now() - lastMs >= QUIET_MS);
      const finished = [];
      for (const { source } of quiet) {
        const staged = await end(source.files[0]?.path ?? '');
        if (staged !== undefined) finished.push({ source, staged });
      }
      return finished;
    },
    async close() {
      for (const path of [...open.keys()]) await drop(path);
    },
  };
}

/** Whether a source is the one that is open, only longer; a file of another content may have its name by now. */
async function goesOn({ source, live }: Pick<OpenSource, 'source' | 'live'>, now: FoundSource): Promise<boolean> {
  return (
    source.files.length === now.files.length &&
    now.files.every(({ path, size }, index) => path === source.files[index]?.path && size >= (live.read[index] ?? 0)) &&
    (await live.isSame())
  );
}
