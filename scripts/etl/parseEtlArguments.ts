import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { EtlOptions } from './etlOptions.ts';

export interface EtlArguments extends EtlOptions {
  json: boolean;
  strict: boolean;
  /** Whether to go on converting what changes. */
  watch: boolean;
  /** Whether to look where the tools keep their logs, too. */
  discover: boolean;
}

/** A call that the command does not understand; the message says what to do. */
export class UsageError extends Error {}

export const usage = `pnpm etl [paths…]   turns agent logs into STD-001 sessions

  paths               files, folders or globs; none: data/sources and what etl.config.ts names
  --discover          look where the tools keep their logs, too (~/.claude/projects, ~/.codex/sessions, ./.wf, …)
  --out DIR           where sessions go (data/sessions)
  --format ID         skip detection: every file is of this format
  --jobs N            worker threads (as many as there are cores)
  --annotate MODE     auto: infer phases where the source has none (default) | none
  --watch             go on: convert what changes, until stopped
  --no-redact         leave secrets as they are (masked by default)
  --check             write nothing; exit 1 if a run would change the sessions
  --strict            exit 1 if anything of a source was lost
  --json              machine-readable report on stdout
  --help

exit codes: 0 all converted · 1 --check or --strict says no · 2 usage · 3 some files failed`;

/** Reads the command line; throws `UsageError`. `help` alone gives undefined. */
export function parseEtlArguments(argv: readonly string[], formats: readonly string[]): EtlArguments | undefined {
  const { values, positionals } = parse(argv);
  if (values.help === true) return undefined;
  const { annotate, format } = values;
  if (annotate !== 'auto' && annotate !== 'none')
    throw new UsageError(`--annotate takes auto or none, not "${annotate}".`);
  if (format !== undefined && !formats.includes(format)) {
    throw new UsageError(`--format "${format}" is not known. Known: ${formats.join(', ')}.`);
  }
  if (values.watch && values.check) throw new UsageError('--watch writes, --check does not: use one of them.');
  return {
    paths: positionals,
    out: values.out,
    format,
    annotate,
    redact: !values['no-redact'],
    check: values.check,
    json: values.json,
    strict: values.strict,
    watch: values.watch,
    discover: values.discover,
    jobs: jobsOf(values.jobs),
  };
}

function jobsOf(text: string): number {
  const jobs = Number(text);
  if (!Number.isInteger(jobs) || jobs < 1) throw new UsageError(`--jobs takes a whole number from 1, not "${text}".`);
  return jobs;
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        out: { type: 'string', default: 'data/sessions' },
        format: { type: 'string' },
        jobs: { type: 'string', default: String(availableParallelism()) },
        annotate: { type: 'string', default: 'auto' },
        'no-redact': { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        discover: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
