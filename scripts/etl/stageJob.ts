import type { SentSource } from './foundFile.ts';
import type { StagedSource, StageOptions } from './staged.ts';

/** Settings shared by all sources of a run. */
export interface StageSetting extends Pick<StageOptions, 'annotate' | 'zone' | 'nonce'> {
  redact: boolean;
  rules?: string | undefined;
}

/** One source to convert in another thread. */
export interface StageJob {
  source: SentSource;
  /** Adapter id. */
  format: string;
  /** Distinguishes it from the other sources of the run. */
  name: string;
  options: Omit<StageOptions, 'redactor'>;
}

export type StageAnswer = { is: 'staged'; staged: StagedSource } | { is: 'failed'; message: string };
