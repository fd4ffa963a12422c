import type { JoinedRun } from '../../src/adapters/index.ts';
import type { FileFacts } from './foundFile.ts';
import type { StagedSource } from './stageSource.ts';

/** What holds for every source of a run; can be sent to another thread. */
export interface StageSetting {
  /** Makes tokens that no log can hold. */
  nonce: string;
  annotate: 'auto' | 'none';
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
