import { closeSync, openSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { Redactor } from '../../src/redaction/index.ts';
import type { CataloguedSession, DoneSource, Passage } from './catalogue/contract.ts';
import type { FolderCatalogue } from './catalogue/folderCatalogue.ts';
import type { FoundSource } from './collected.ts';
import { readAt } from './createDiskItems.ts';
import { type DetectedFile, type SourceState, stateOf, versionOf } from './etlState.ts';
import { mapAtOnce } from './mapAtOnce.ts';
import { maskName } from './maskName.ts';
import { entryOf, type IndexEntry, sourceKey } from './sessionIndex.ts';
import type { SessionOutput } from './sessionOutput.ts';
import { createSourceModes, OPEN_MODE } from './sourceMode.ts';
import type { SourceResult } from './sourceResult.ts';
import type { StagedSession } from './staged.ts';

export interface PublishContext {
  output: SessionOutput;
  project: string;
  catalogue: FolderCatalogue;
  /** Reports what would change, and writes nothing. */
  check: boolean;
  redactor: Redactor | undefined;
}

export interface Published {
  /** A session, or the index and the ignore file beside them. */
  is: 'session' | 'index';
  file: string;
  change: 'written' | 'unchanged';
  /** For a session: whether it is new. */
  isNew?: boolean;
  /** The session's own id, where it could not keep it because another session has it. */
  lostName?: string;
}

/** What the next run need not find out again. */
export interface News {
  /** What detection found in files, by path, where the catalogue did not know it. */
  detected?: ReadonlyMap<string, DetectedFile>;
  /** Sources that are unchanged though their files were touched, by path of the primary file. */
  touched?: ReadonlyMap<string, SourceState>;
}

/** Publishes sessions into the output folder, batch by batch; other runs may do so at the same time. */
export interface Publisher {
  /** Notes which sources are to be converted: they wait until they are published. */
  want(sources: readonly FoundSource[]): Promise<void>;
  /**
   * Names staged sessions, moves them into the folder, and notes them, and what else is new, for the next run. Sessions come first, in
   * their order, then the index.
   */
  publish(results: readonly SourceResult[], news?: News): Promise<Published[]>;
  /** Notes sessions that were not converted yet, by rows without a name; returns their ids, which they keep. */
  list(rows: readonly Omit<IndexEntry, 'session_id'>[]): Promise<string[]>;
  /** Removes sessions that the catalogue knows; returns the ids of those that it removed. */
  remove(ids: readonly string[]): Promise<string[]>;
}

/** A staged session with its source. */
interface NewSession {
  staged: StagedSession;
  /** Path of the primary source file, as kept in the index. */
  source: string;
  /** Whether it was made from the project's own samples: the only sessions that git tracks. */
  tracked: boolean;
  /** Permissions. */
  mode: number;
}

/** Number of sources noted in one transaction; a killed run converts up to this many again. */
const NOTED_AT_ONCE = 500;

/** State of the folder when all names in it were known. */
const LOOK = 'look of the folder';

/** What the steps of publishing share. */
interface Publishing extends PublishContext {
  modeOf: ReturnType<typeof createSourceModes>;
}

export function createPublisher(context: PublishContext): Publisher {
  const { output, catalogue, check } = context;
  const publishing: Publishing = { ...context, modeOf: createSourceModes() };
  return {
    async want(sources) {
      const plain = sources.filter((source) => isPlain(context, source));
      const versions = new Map(plain.map((source) => [primaryOf(source), versionOf(source)]));
      if (!check && versions.size > 0) await catalogue.want(versions);
    },
    publish(results, news = {}) {
      return check
        ? publishAll(publishing, results, {}, () => undefined)
        : output.locked((beat) => publishAll(publishing, results, news, beat));
    },
    list(rows) {
      return output.locked(async () => {
        await recover(context);
        await takeForeign(context);
        const names = await catalogue.reserve(rows);
        const ids = rows.map((row) => names.get(sourceKey(row))?.id ?? '');
        const sessions = rows.map((row, at) => ({ row: { ...row, session_id: ids[at] ?? '' } }));
        await catalogue.commit({ sessions });
        return ids;
      });
    },
    async remove(ids) {
      if (ids.length === 0) return [];
      return output.locked(async () => {
        const removed: string[] = [];
        for (const id of ids) if (await output.remove(id)) removed.push(id);
        await catalogue.remove(removed);
        await catalogue.writeIndex();
        await close(context);
        return removed;
      });
    },
  };
}

async function publishAll(
  publishing: Publishing,
  results: readonly SourceResult[],
  { detected = new Map(), touched = new Map() }: News,
  beat: () => void,
): Promise<Published[]> {
  const { output, catalogue, check, redactor } = publishing;
  const sources = await nameSources(publishing, results);
  const published: Published[] = [];
  for (let at = 0; at < sources.length; at += NOTED_AT_ONCE) {
    const chunk = sources.slice(at, at + NOTED_AT_ONCE);
    const done = await mapAtOnce(chunk, output.putsAtOnce, (source) => putSource(publishing, source, beat));
    for (const each of done.flatMap((source) => source.published)) published.push(each);
    await catalogue.commit({
      sources: new Map(done.flatMap(({ noted }) => (noted === undefined ? [] : [noted]))),
      sessions: chunk.flatMap(({ sessions }) => sessions.map(cataloguedSession)),
    });
  }
  const plain = new Map(
    [...detected].filter(([path, found]) => isPlainPath(path, redactor) && isPlainJson(found, redactor)),
  );
  if (plain.size + touched.size > 0) await catalogue.commit({ detected: plain, sources: touched });
  const written = await catalogue.writeIndex();
  if (!check) await close(publishing);
  return [...published, ...written.map((file): Published => ({ is: 'index', file, change: 'written' }))];
}

/** Gives each session of each result its name. */
async function nameSources(publishing: Publishing, results: readonly SourceResult[]): Promise<NamedSource[]> {
  const { output, catalogue, check } = publishing;
  const unnamed = results.map((result) => newSessions(publishing, result));
  await recover(publishing);
  await takeForeign(publishing);
  const drafts = unnamed.flat().map(({ staged, source }) => ({
    ...entryOf(staged, source, ''),
    ownId: ownIdOf(staged, source),
  }));
  // Names are promised first: if this run is killed, the next one gives the same, and no session appears twice.
  const names = await catalogue.reserve(drafts);
  if (!check) await output.keepCatalogue();
  const named = (session: NewSession): NamedSession => {
    const { source, staged } = session;
    const { id, lost } = names.get(sourceKey({ source, key: staged.key })) ?? { id: staged.token };
    return { ...session, id, lost };
  };
  return results.map((result, at) => ({ result, sessions: (unnamed[at] ?? []).map(named) }));
}

function newSessions({ output, project, redactor, modeOf }: Publishing, result: SourceResult): NewSession[] {
  if (result.is !== 'staged') return [];
  const path = primaryOf(result.source);
  const tracked = output.tracks && path.startsWith(`${samplesOf(project)}${sep}`);
  const source = maskName(tracked ? relative(project, path).replaceAll(sep, '/') : path, redactor);
  const mode = tracked ? OPEN_MODE : modeOf(result.source.files.map((file) => file.path));
  return result.sessions.map((staged) => {
    return { staged: { ...staged, key: maskName(staged.key, redactor) }, source, tracked, mode };
  });
}

/** Releases names for which no session came, and removes their files. */
async function recover({ output, catalogue, check }: PublishContext): Promise<void> {
  if (check) return;
  output.clearLeftovers();
  const unfinished: string[] = [];
  for (const id of await catalogue.promised()) if (await output.removeUnfinished(id)) unfinished.push(id);
  await catalogue.release(unfinished);
}

/** Names in the folder that others have put there; listing a folder of a million names takes a second. */
async function takeForeign({ output, catalogue }: PublishContext): Promise<void> {
  if (catalogue.noted(LOOK) === output.look()) return;
  await catalogue.take(output.names());
}

async function close({ output, catalogue }: PublishContext): Promise<void> {
  const look = output.look();
  if (catalogue.noted(LOOK) !== look) catalogue.note(LOOK, look);
  await output.keepCatalogue();
}

/** Puts the sessions of a source, one after the other. */
async function putSource(context: PublishContext, { result, sessions }: NamedSource, beat: () => void) {
  const { output, check } = context;
  const published: Published[] = [];
  for (const { staged, id, lost, mode } of sessions) {
    beat();
    const done = await output.put(staged, id, { check, mode, beat });
    const lostName = lost === undefined ? {} : { lostName: lost };
    published.push({ is: 'session', file: output.pathOf(id), ...done, ...lostName });
  }
  return { published, noted: await notedSource(context, { result, sessions }) };
}

/** The state of a source whose sessions are now in the folder; a source of which nothing is noted has none. */
async function notedSource(
  context: PublishContext,
  { result, sessions }: NamedSource,
): Promise<[primary: string, state: DoneSource | undefined] | undefined> {
  const { output, check, redactor } = context;
  if (check || result.is !== 'staged' || !isPlain(context, result.source)) return undefined;
  const figures = redactor?.maskJson(result.figures) ?? result.figures;
  const ids = sessions.map(({ id }) => id);
  return [primaryOf(result.source), await doneSource({ ...result, figures }, ids, output)];
}

/** A path that contains a secret is never noted; its file is read again in every run. */
function isPlainPath(path: string, redactor: Redactor | undefined): boolean {
  return maskName(path, redactor) === path;
}

function isPlainJson(value: object, redactor: Redactor | undefined): boolean {
  return redactor === undefined || redactor.maskJson(value) === value;
}

function isPlain({ redactor }: PublishContext, { files, ancestors = [] }: FoundSource): boolean {
  return [...files, ...ancestors].every(({ path }) => isPlainPath(path, redactor));
}

/** A session and its name; `lost` is its own id, where another session had it first. */
interface NamedSession extends NewSession {
  id: string;
  lost: string | undefined;
}

/** What became of a source, and its sessions. */
interface NamedSource {
  result: SourceResult;
  sessions: readonly NamedSession[];
}

function cataloguedSession({ staged, source, id, tracked }: NamedSession): CataloguedSession {
  return { row: entryOf(staged, source, id), tracked, passages: passagesOf(staged) };
}

/** Read while writing: a batch may hold thousands of sessions. */
export function* passagesOf({ passages: { path, start, length } }: StagedSession): Generator<Passage> {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    readAt(file, start, bytes);
    yield* JSON.parse(bytes.toString()) as Passage[];
  } finally {
    closeSync(file);
  }
}

function primaryOf({ files }: FoundSource): string {
  return files[0]?.path ?? '';
}

/** A source with a complaint is converted again next time, so that the complaint is repeated. */
async function doneSource(
  { source, figures, sessions, diagnostics, provisional }: Extract<SourceResult, { is: 'staged' }>,
  ids: readonly string[],
  output: SessionOutput,
): Promise<DoneSource | undefined> {
  const hashes = sessions[0]?.provenance.sources.map(({ sha256 }) => sha256) ?? [];
  const outputs = ids.map((id) => ({ id, look: output.lookOf(id) ?? '' }));
  const quiet = diagnostics.every(({ code, severity }) => severity !== 'error' && code !== 'unsupported-version');
  if (!quiet || provisional === true) return undefined;
  const noted = await stateOf(source, hashes, outputs, figures);
  return noted === undefined ? undefined : { ...noted, version: versionOf(source) };
}

/**
 * The name that a session of the standard brings along. Where its id is only the beginning of its file name, such as `2026-01-28-004`, the
 * file name is used.
 */
export function ownIdOf(
  { provenance: { source_format, native_id } }: StagedSession,
  source: string,
): string | undefined {
  if (source_format !== 'std001' || typeof native_id !== 'string') return undefined;
  const stem = basename(source, '.json');
  return stem.startsWith(`${native_id}-`) ? stem : native_id;
}

/** The folder of the project's samples; only sessions made of them are tracked by git. */
export function samplesOf(project: string): string {
  return join(project, 'data', 'sources');
}
