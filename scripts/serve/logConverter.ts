import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { convertSources } from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import type { Catalogue } from '../etl/catalogue/contract.ts';
import type { FoundSource } from '../etl/collected.ts';
import { unchangedSince, versionOf } from '../etl/etlState.ts';
import { anchorsOf } from '../etl/runEtl.ts';
import type { SessionOutput } from '../etl/sessionOutput.ts';
import { type SourceResult, stagingResult } from '../etl/sourceResult.ts';
import type { StagedSource } from '../etl/staged.ts';
import { stageSource } from '../etl/stageSource.ts';
import { createLivePool } from '../etl/watch/createLivePool.ts';
import { primaryOf } from './logScan.ts';
import type { OpeningFailure } from './openingFailure.ts';

export interface LogConverterOptions {
  /** The folder in which sessions are staged. */
  folder: string;
  /** Absolute path of the kit's clone, or of the current folder. */
  project: string;
  catalogue: Catalogue;
  output: SessionOutput;
  redactor: Redactor;
  /** Publishes results; gives the ids of each one's sessions, or why it has none. */
  publish(results: readonly SourceResult[]): Promise<Converted[]>;
}

/** What became of a log: the ids of its sessions, or why it could not be converted. */
export type Converted = readonly string[] | { failed: OpeningFailure };

/** Makes sessions of logs: of whole ones, and of logs that are still being written. */
export interface LogConverter {
  /** Converts logs from beginning to end. */
  whole(sources: readonly FoundSource[]): Promise<Converted[]>;
  /**
   * Converts what has come to a log since the last time. Undefined where it has to be read again, and not yet: `settle` does it later.
   */
  grown(source: FoundSource): Promise<Converted | undefined>;
  /** Converts what was postponed, and logs that have become quiet, whole; `pathOf` gives a log's main file, undefined where it is gone. */
  settle(pathOf: (source: FoundSource) => string | undefined): Promise<void>;
  readonly isGrowing: boolean;
  /** Whether the sessions of a log are those of this version of it, as far as this run has made them. */
  shows(source: FoundSource): boolean;
  /** The same, also of what an earlier run has made. */
  isCurrent(source: FoundSource): Promise<boolean>;
  close(): Promise<void>;
}

export function createLogConverter(options: LogConverterOptions): LogConverter {
  const { folder, project, catalogue, output, redactor } = options;
  const nonce = randomBytes(12).toString('hex');
  const startedAt = anchorsOf(project);
  const pool = createLivePool({ folder, nonce, annotate: 'auto', redactor, startedAt });
  // By the path of the main file.
  const shown = new Map<string, string>();
  const growing = new Map<string, FoundSource>();
  let conversions = 0;

  const publish = async (results: readonly SourceResult[]): Promise<Converted[]> => {
    const ids = await options.publish(results);
    for (const result of results) {
      const { path } = primaryOf(result.source);
      if (result.is !== 'staged') continue;
      shown.set(path, versionOf(result.source));
      if (result.provisional !== true) growing.delete(path);
    }
    return ids;
  };

  const shows = (source: FoundSource): boolean => shown.get(primaryOf(source).path) === versionOf(source);

  return {
    async whole(sources) {
      const into = join(folder, `whole-${conversions++}`);
      mkdirSync(into);
      try {
        const results: SourceResult[] = [];
        const stage = (source: FoundSource): Promise<StagedSource> => {
          const options = { folder: into, nonce, redactor, startedAt: startedAt(source), whole: false };
          return stageSource(source, { ...options, annotate: 'auto' }, String(results.length));
        };
        for await (const outcome of convertSources(sources, stage)) results.push(stagingResult(outcome));
        return await publish(results);
      } finally {
        rmSync(into, { recursive: true, force: true });
      }
    },
    async grown(source) {
      growing.set(primaryOf(source).path, source);
      const result = await pool.advance(source);
      if (result === undefined) return undefined;
      return (await publish([result]))[0];
    },
    async settle(pathOf) {
      const present = new Set([...growing.values()].flatMap((source) => pathOf(source) ?? []));
      const results = await pool.settle(present);
      if (results.length > 0) await publish(results);
    },
    get isGrowing() {
      return growing.size > 0;
    },
    shows,
    async isCurrent(source) {
      if (shows(source)) return true;
      const { path } = primaryOf(source);
      const state = (await catalogue.done([path])).get(path);
      return (await unchangedSince(source, state, output)) !== undefined;
    },
    close: () => pool.close(),
  };
}
