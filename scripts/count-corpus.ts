// Counts calls, failures, unanswered calls and output tokens of every Claude Code transcript and every Codex rollout below
// a folder, once by the kit and once by patterns that know nothing of it, and explains each difference:
// `pnpm count:corpus FOLDER`. Imports nothing of the kit: it runs `pnpm etl` and reads the files that it writes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { countRollout } from './counts/countRollout.ts';
import { countTranscripts } from './counts/countTranscripts.ts';
import { explain } from './counts/explain.ts';
import { findOlder } from './counts/findOlder.ts';
import { type Made, readSessions } from './counts/readSessions.ts';
import { addCause, addTo, type Count, isEqual, none, type RawFile, type Tally } from './counts/tally.ts';

const folder = resolve(process.argv[2] ?? '.');
const formats = ['claude-code', 'codex-rollout'] as const;

interface Row extends Tally {
  what: string;
}

/** The files below a folder, by path relative to it. */
function readFiles(root: string): Map<string, RawFile> {
  const files = readdirSync(root, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(root, path).replaceAll(sep, '/');
      return [name, { name, text: readFileSync(path, 'utf8') }];
    }),
  );
}

const mainTranscript = /(?:^|\/)(?!agent-)[^/]+\.jsonl$/;
const headOf = (text: string): string => text.slice(0, text.indexOf('\n'));

/** The rollout of the thread that another one was copied from, by the ids in the copy's first two headers. */
function findParent({ text }: RawFile, all: ReadonlyMap<string, RawFile>): string | undefined {
  const lines = text.split('\n', 2);
  const [own, other] = lines.map((line) => /"type":"session_meta".*?"id":"([^"]+)"/.exec(line)?.[1]);
  const parent = /"forked_from_id":"([^"]+)"/.exec(lines[0] ?? '')?.[1] ?? (own === other ? undefined : other);
  if (parent === undefined) return undefined;
  return [...all.values()].find((file) => headOf(file.text).includes(`"id":"${parent}"`))?.text;
}

function counterOf(format: string, files: ReadonlyMap<string, RawFile>): (names: readonly string[]) => Count {
  const filesOf = (names: readonly string[]): RawFile[] => names.flatMap((name) => files.get(name) ?? []);
  if (format === 'codex-rollout') {
    return (names) => sum(filesOf(names).map((file) => countRollout(file.text, findParent(file, files))));
  }
  const older = findOlder([...files.values()].filter(({ name }) => mainTranscript.test(name)));
  return (names) => countTranscripts(filesOf(names), older.get(names[0] ?? ''));
}

function sum(counts: readonly Count[]): Count {
  const all: Count = { own: none(), plain: none(), because: new Map() };
  for (const { own, plain, because } of counts) {
    addTo(all.own, own);
    addTo(all.plain, plain);
    for (const [cause, tally] of because) addCause(all.because, cause, tally);
  }
  return all;
}

/** Prints the table of a format; returns the number of sources with an unexplained difference. */
function compare(format: string): number {
  const root = join(folder, format);
  const files = readFiles(root);
  const made = readSessions(root);
  const count = counterOf(format, files);
  const counted = made.map((source) => ({ source, count: count(source.names) }));
  const total = sum(counted.map((each) => each.count));
  const kit = none();
  for (const { tally } of made) addTo(kit, tally);
  const differences = counted.filter(({ source, count: { own } }) => !isEqual(source.tally, own));
  const reasons = differences.map(({ source, count: { own } }) => ({
    source,
    own,
    reason: reasonOf(source, own, files),
  }));
  const explained = new Map<string, Tally>();
  for (const { source, own, reason } of reasons) {
    const difference = { ...source.tally };
    addTo(difference, own, -1);
    addCause(explained, reason ?? 'NOT EXPLAINED', difference);
  }
  const rows: Row[] = [
    { what: 'counted plainly, each line by itself', ...total.plain },
    ...[...total.because].map(([cause, tally]) => ({ what: `  ${cause}`, ...tally })),
    { what: 'independent count', ...total.own },
    ...[...explained].map(([reason, tally]) => ({ what: `  ${reason}`, ...tally })),
    { what: 'the kit', ...kit },
  ];
  console.log(
    `\n${format}: ${files.size} files, ${made.length} sources with sessions, ${differences.length} with a difference`,
  );
  print(rows);
  for (const { source, reason } of reasons) console.log(`  ${source.names[0]}: ${reason ?? 'NOT EXPLAINED'}`);
  console.log(`  Files of no session: ${restOf(files, made, count)}`);
  return reasons.filter(({ reason }) => reason === undefined).length;
}

function reasonOf(source: Made, own: Tally, files: ReadonlyMap<string, RawFile>): string | undefined {
  return explain(
    source,
    own,
    source.names.flatMap((name) => files.get(name) ?? []),
  );
}

/** Counts what the files hold that belongs to no session; all zero if everything is well. */
function restOf(files: ReadonlyMap<string, RawFile>, made: readonly Made[], count: (names: string[]) => Count): string {
  const named = new Set(made.flatMap(({ names }) => names));
  const rest = [...files.keys()].filter((name) => !named.has(name));
  const { own } = sum(rest.filter((name) => name.endsWith('.jsonl')).map((name) => count([name])));
  return `${rest.length}, with ${own.calls} calls and ${own.outputTokens} output tokens`;
}

function print(rows: readonly Row[]): void {
  const columns = ['calls', 'failures', 'unanswered', 'outputTokens'] as const;
  const width = Math.max(...rows.map(({ what }) => what.length));
  console.log(`  ${''.padEnd(width)}${columns.map((name) => name.padStart(14)).join('')}`);
  for (const row of rows) {
    console.log(`  ${row.what.padEnd(width)}${columns.map((name) => String(row[name]).padStart(14)).join('')}`);
  }
}

const missing = formats.filter((format) => !existsSync(join(folder, format)));
if (missing.length > 0) {
  console.error(
    `${folder} has no folder ${missing.join(' and ')}. Name the folder that has both: pnpm count:corpus FOLDER`,
  );
  process.exit(2);
}
const unexplained = formats.map(compare).reduce((all, each) => all + each, 0);
process.exitCode = unexplained === 0 ? 0 : 1;
