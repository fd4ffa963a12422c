import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createRedactor, parseSecretRules, type Redactor, type RedactorOptions } from '../../src/redaction/index.ts';
import { plain } from '../agent-replay/terminal.ts';
import type { FolderCatalogue } from './catalogue/folderCatalogue.ts';
import { openCatalogue } from './catalogue/openCatalogue.ts';
import type { Collected, FoundSource } from './collected.ts';
import { collectFiles } from './collectFiles.ts';
import { createPublisher, type News, type Published, samplesOf } from './createPublisher.ts';
import { type Detected, detectSources, onlyRun, recall } from './detectSources.ts';
import type { EtlOptions } from './etlOptions.ts';
import { buildReport, type EtlReport } from './etlReport.ts';
import { type DetectedFile, fingerprintOf, type SourceState, unchangedSince } from './etlState.ts';
import { maskName } from './maskName.ts';
import { indexFolder, prepareOutput } from './sessionFolder.ts';
import { openSessionFolder, type SessionOutput } from './sessionOutput.ts';
import type { SourceFigures, SourceResult } from './sourceResult.ts';
import { sizeOf, stageSources, startThreads } from './stageSources.ts';
import { openStaging } from './stagingFolder.ts';
import { isBucketAddress, openStore } from './store/openStore.ts';
import { collectObjects } from './store/storedFiles.ts';
import { withStoreOutput } from './store/storeOutput.ts';

/** Shows the progress of a run. */
interface Progress {
  /** Called when a source is done. */
  advance(bytes: number, name: string): void;
  end(): void;
}

const INTERVAL_MS = 100;

/** How often a staging folder for a bucket shows that its owner is alive. */
const BEAT_MS = 60_000;

/** A line on a terminal that rewrites itself; prints nothing elsewhere. */
function createProgress(total: { files: number; bytes: number }, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { advance: () => undefined, end: () => undefined };
  const started = performance.now();
  let files = 0;
  let bytes = 0;
  let shown = 0;
  const show = (name: string): void => {
    const seconds = (performance.now() - started) / 1000;
    const rate = bytes / 1e6 / Math.max(seconds, 0.001);
    const etaSeconds = rate === 0 ? 0 : (total.bytes - bytes) / 1e6 / rate;
    const line = `${files}/${total.files} sources  ${rate.toFixed(0)} MB/s  ETA ${Math.ceil(etaSeconds)} s  ${plain(name)}`;
    stream.write(`\r\u001b[K${line.slice(0, (stream.columns ?? 80) - 1)}`);
  };
  return {
    advance(size, name) {
      files += 1;
      bytes += size;
      if (performance.now() - shown < INTERVAL_MS) return;
      shown = performance.now();
      show(name);
    },
    end: () => void stream.write('\r\u001b[K'),
  };
}

interface EtlContext {
  /** Absolute path of the project: its `data/sources` are the samples. */
  project: string;
  progress: NodeJS.WriteStream;
  /** Called with what the run waits for. */
  say?: (line: string) => void;
  /** Called when the run is interrupted while it converts, with the number of sessions that it has written; without it, the system ends it. */
  stopped?: ((written: number) => void) | undefined;
}

/**
 * Collects, detects, converts what has changed, names and writes, batch by batch; the report says what became of every file. Throws what
 * the system refuses, and `OutputError` where the output folder is not what it should be.
 */
export async function runEtl(args: EtlOptions, context: EtlContext): Promise<EtlReport> {
  const lock = { say: context.say };
  if (!isBucketAddress(args.out)) return convertInto(openSessionFolder(resolve(args.out), lock), args, context);
  const store = openStore(args.out);
  const staging = openStaging();
  const beat = setInterval(() => staging.beat(), BEAT_MS).unref();
  try {
    const folder = join(staging.path, 'sessions');
    const options = { folder, check: args.check, lock };
    return await withStoreOutput(store, options, (output) => convertInto(output, args, context));
  } finally {
    clearInterval(beat);
    staging.remove();
  }
}

/**
 * How the engine works while sources are converted: garbage is collected early, and code that rests between two files is kept. Set here and
 * not where Node is started, because with either flag V8 refuses the compiled form of Node's own modules and of ours, and parses them.
 */
function setConverting(isConverting: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${isConverting ? 120 : 0}`);
  setFlagsFromString(isConverting ? '--no-flush-bytecode' : '--flush-bytecode');
}

async function convertInto(output: SessionOutput, args: EtlOptions, context: EtlContext): Promise<EtlReport> {
  const { annotate, zone, redact, rules, format, check, outside } = args;
  const { project, say } = context;
  const fingerprint = fingerprintOf({ annotate, zone, redact, rules, format, code: outside?.code });
  const { folder: out, isRemote } = output;
  const catalogue = await openCatalogue({ out, project, fingerprint, check, isRemote, lock: { say } });
  try {
    return await convertChanged(output, args, context, catalogue);
  } finally {
    await catalogue.close();
  }
}

async function convertChanged(
  output: SessionOutput,
  args: EtlOptions,
  { project, progress, stopped }: EtlContext,
  catalogue: FolderCatalogue,
): Promise<EtlReport> {
  const out = output.folder;
  const { annotate, zone, redact, rules, format, check, only, outside } = args;
  const redactor = redact ? createLateRedactor({ extra: parseSecretRules(rules ?? '[]') }) : undefined;
  const nameOf = ({ files }: FoundSource): string => maskName(files[0]?.name ?? '', redactor);
  const publisher = createPublisher({ output, project, catalogue, check, redactor });
  const found = withoutAnchors(await collectAll(args), project);
  const known = await catalogue.detected(found.files.map(({ path }) => path));
  const setting = { nonce: randomBytes(12).toString('hex'), annotate, zone, redact, rules };
  // They load while this thread asks the adapters.
  const unknown = found.files.filter((file) => recall(file, known) === undefined);
  const threads = startThreads(setting, args.jobs, unknown.length, sizeOf({ files: unknown }));
  const { collected, detected } = onlyRun(
    found,
    await detectSources(found.files, format, known, outside?.adapters),
    only,
  );
  const { unchanged, touched, changed } = await splitByState(detected.sources, catalogue, output);
  await publisher.want(changed);
  const fresh = newlyDetected(detected.files, known);
  let news: News = { detected: fresh, touched };
  const total = { files: changed.length, bytes: changed.reduce((sum, source) => sum + sizeOf(source), 0) };
  const meter = createProgress(total, progress);
  // Beside the sessions, so that staged files need not be copied between disks; a check writes nothing there.
  if (!check) prepareOutput(out);
  const staging = openStaging(check ? undefined : indexFolder(out));
  const staged: SourceResult[] = [];
  const published: Published[] = [];
  let gone: string[] = [];
  let pruned: string[] = [];
  const stop = (): void =>
    stopped?.(published.filter(({ is, change }) => is === 'session' && change === 'written').length);
  if (stopped !== undefined) process.once('SIGINT', stop);
  if (changed.length > 0) setConverting(true);
  try {
    await stageSources(changed, {
      setting,
      redactor,
      folder: staging.path,
      jobs: args.jobs,
      threads,
      startedAt: anchorsOf(project),
      done: (source) => meter.advance(sizeOf(source), nameOf(source)),
      take: async (results) => {
        for (const each of await publisher.publish(results, news)) published.push(each);
        news = {};
        // Staged files are gone by now: the report is made without them.
        for (const result of results) staged.push(result.is === 'staged' ? { ...result, sessions: [] } : result);
        staging.beat();
      },
    });
    meter.end();
    if (changed.length === 0) for (const each of await publisher.publish([], news)) published.push(each);
    gone = await goneSessions(catalogue, project, args.paths, found);
    if (args.prune === true && !check) pruned = await publisher.remove(gone);
  } finally {
    process.off('SIGINT', stop);
    setConverting(false);
    await threads.end();
    staging.remove();
  }
  const report = buildReport({ collected, detected, results: [...unchanged, ...staged], published, gone, pruned });
  // The report quotes file names and messages of readers; what is noted holds no secret.
  const isNoted = changed.length + fresh.size === 0 && quotesOnlyNotes(collected, detected);
  return isNoted ? report : (redactor?.maskJson(report) ?? report);
}

/** A redactor that is made for the first text: a run that finds nothing new would spend a quarter of its time on it. */
function createLateRedactor(options: RedactorOptions): Redactor {
  let made: Redactor | undefined;
  const redactor = (): Redactor => (made ??= createRedactor(options));
  return {
    mask: (text, count) => redactor().mask(text, count),
    maskJson: (value, count) => redactor().maskJson(value, count),
    find: (text) => redactor().find(text),
  };
}

/** Whether a report says nothing but what was noted of sources and files: what was not read is noted nowhere. */
function quotesOnlyNotes(collected: Collected, { passed, diagnostics }: Detected): boolean {
  return (
    collected.passed.length + collected.refused.length + diagnostics.length === 0 &&
    passed.every(({ is }) => is !== 'unreadable')
  );
}

/** Files of disks and objects of buckets, in the order of their paths. */
async function collectAll({ paths, out, outside }: EtlOptions): Promise<Collected> {
  const adapters = outside?.adapters;
  const onDisk = paths.filter((path) => !isBucketAddress(path));
  const folder = isBucketAddress(out) ? undefined : resolve(out);
  const collected = collectFiles(onDisk, folder, { companions: true, outside: adapters });
  const addresses = paths.filter(isBucketAddress);
  if (addresses.length === 0) return collected;
  const stored = await collectObjects(addresses, {
    outside: adapters,
    out: isBucketAddress(out) ? out.replace(/\/+$/, '') : undefined,
  });
  return {
    files: [...collected.files, ...stored.files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    passed: [...collected.passed, ...stored.passed],
    refused: [...collected.refused, ...stored.refused],
  };
}

type Unchanged = Extract<SourceResult, { is: 'unchanged' }>;

async function splitByState(
  sources: readonly FoundSource[],
  catalogue: FolderCatalogue,
  output: SessionOutput,
): Promise<{ unchanged: Unchanged[]; touched: Map<string, SourceState>; changed: FoundSource[] }> {
  const unchanged: Unchanged[] = [];
  const touched = new Map<string, SourceState>();
  const changed: FoundSource[] = [];
  const primaryOf = ({ files }: FoundSource): string => files[0]?.path ?? '';
  const done = await catalogue.done(sources.map(primaryOf));
  for (const source of sources) {
    const before = await unchangedSince(source, done.get(primaryOf(source)), output);
    if (before === undefined) changed.push(source);
    else {
      const { figures, outputs } = before.state;
      unchanged.push({
        is: 'unchanged',
        source,
        figures: figures as SourceFigures,
        outputs: outputs.map(({ id }) => `${id}.json`),
      });
      if (before.touched) touched.set(primaryOf(source), before.state);
    }
  }
  return { unchanged, touched, changed };
}

/** The files for which detection did not reuse an earlier result. */
export function newlyDetected(
  detected: ReadonlyMap<string, DetectedFile>,
  known: ReadonlyMap<string, DetectedFile>,
): Map<string, DetectedFile> {
  return new Map([...detected].filter(([path, file]) => known.get(path) !== file));
}

/** Leaves out the project's own file beside its samples, which is not a log. */
function withoutAnchors({ files, ...rest }: Collected, project: string): Collected {
  const anchors = join(samplesOf(project), 'anchors.json');
  return { ...rest, files: files.filter(({ path }) => path !== anchors) };
}

/** Start times of sample runs whose logs have no clock: `data/sources/anchors.json`. */
export function anchorsOf(project: string): (source: FoundSource) => string | undefined {
  const samples = samplesOf(project);
  const anchors = readAnchors(join(samples, 'anchors.json'));
  return ({ files }) => anchors.get(relative(samples, files[0]?.path ?? '').replaceAll(sep, '/'));
}

function readAnchors(path: string): Map<string, string> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
}

/** A name that contained a secret is masked in the index, with a hash appended: its file cannot be looked up. */
const masked = /#[0-9a-f]{8}$/;

/**
 * Ids of the sessions of a folder whose logs lay below the given paths and are gone. A path that does not exist itself proves nothing: its
 * disk may not be mounted. A session is also kept if another entry shows that its log exists.
 */
async function goneSessions(
  catalogue: FolderCatalogue,
  project: string,
  paths: readonly string[],
  { files, passed, refused }: Collected,
): Promise<string[]> {
  const objects = new Set([...files, ...passed, ...refused].map(({ path }) => path).filter(isBucketAddress));
  const roots = paths.flatMap((path) => {
    if (isBucketAddress(path)) return refused.some((each) => each.path === path) ? [] : path.replace(/\/+$/, '');
    return existsSync(path) ? resolve(path) : [];
  });
  const entries = (await Promise.all(roots.map((root) => catalogue.below(root)))).flat();
  const isThere = (source: string): boolean =>
    isBucketAddress(source) ? objects.has(source) : existsSync(resolve(project, source));
  const isGone = ({ source }: { source: string }): boolean => !masked.test(source) && !isThere(source);
  const kept = new Set(entries.filter((entry) => !isGone(entry)).map(({ session_id }) => session_id));
  return [...new Set(entries.filter(isGone).map(({ session_id }) => session_id))].filter((id) => !kept.has(id));
}
