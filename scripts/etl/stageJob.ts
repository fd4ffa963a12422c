import type { JoinedRun } from '../../src/adapters/index.ts';
import type { FileFacts } from './collected.ts';
import type { StagedSource } from './staged.ts';

/** Settings shared by all sources of a run; can be sent to another thread. */
export interface StageSetting {
  /** A random value for tokens that no log can contain. */
  nonce: string;
  annotate: 'auto' | 'none';
  zone?: string | undefined;
  redact: boolean;
  rules?: string | undefined;
}

/** One source to convert. */
export interface StageJob {
  number: number;
  /** Folder for its staged files. */
  folder: string;
  /** Adapter id. */
  format: string;
  files: readonly FileFacts[];
  joined: readonly JoinedRun[] | undefined;
  ancestors: readonly FileFacts[] | undefined;
  startedAt: string | undefined;
}

export type StageAnswer = { is: 'staged'; staged: StagedSource } | { is: 'failed'; message: string };
