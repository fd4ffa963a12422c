import type { OutsideAdapters } from './outsideAdapters.ts';

/** Options of a conversion of logs on disk into a folder of sessions. */
export interface EtlOptions {
  /** Files, folders or globs. */
  paths: readonly string[];
  /** The folder where sessions go. */
  out: string;
  /** Path of a run's main file: only that run is converted; the other files are checked for records it shares with them. */
  only?: string | undefined;
  /** Adapter id; undefined: detected file by file. */
  format: string | undefined;
  annotate: 'auto' | 'none';
  /** Zone of times that a log writes without one. @default UTC */
  zone?: string | undefined;
  redact: boolean;
  /** User-defined rules in addition to the kit's, in JSON; see `parseSecretRules`. @default none */
  rules?: string | undefined;
  /** Whether to write nothing and only report what would change. */
  check: boolean;
  /** Whether to remove sessions whose logs, below the given paths, are gone. @default false */
  prune?: boolean;
  /** Outside adapters, asked beside the kit's own. @default none */
  outside?: OutsideAdapters | undefined;
  /** Maximum number of threads. */
  jobs: number;
}
