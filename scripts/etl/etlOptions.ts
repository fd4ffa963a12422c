import type { OutsideAdapters } from './outsideAdapters.ts';

/** What a conversion of logs on disk into a folder of sessions goes by. */
export interface EtlOptions {
  /** Files, folders or globs. */
  paths: readonly string[];
  /** The folder where sessions go. */
  out: string;
  /** Path of a run's main file: that run alone is converted, and the others are looked at for what it shares with them. */
  only?: string | undefined;
  /** Adapter id; undefined: detected file by file. */
  format: string | undefined;
  annotate: 'auto' | 'none';
  redact: boolean;
  /** Rules of one's own beside the kit's, in JSON; see `parseSecretRules`. @default none */
  rules?: string | undefined;
  /** Whether to write nothing, and only say what would change. */
  check: boolean;
  /** Whether to remove the sessions whose logs are gone from below the paths. @default false */
  prune?: boolean;
  /** Adapters made outside the kit, which are asked beside its own. @default none */
  outside?: OutsideAdapters | undefined;
  /** At most so many threads. */
  jobs: number;
}
