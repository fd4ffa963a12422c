import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { FileRole } from '../../src/adapters/index.ts';
import { codeFolders } from '../agent-replay/kit.ts';
import type { FileFacts, FoundFile, FoundSource } from './collected.ts';
import type { SessionOutput } from './sessionOutput.ts';
import type { SourceFigures } from './sourceResult.ts';
import { isBucketAddress } from './store/openStore.ts';
import { isStillStored } from './store/storedFiles.ts';

const fileState = z.object({
  path: z.string(),
  size: z.number(),
  modifiedMs: z.number(),
  changedMs: z.number(),
  sha256: z.string(),
});

const sourceState = z.object({
  format: z.string(),
  files: z.array(fileState),
  /** The sessions that came of it, as they stood in the output folder. */
  outputs: z.array(z.object({ id: z.string(), look: z.string() })),
  figures: z.object({
    account: z.object({
      records: z.number(),
      converted: z.number(),
      unknown: z.number(),
      ignored: z.record(z.string(), z.number()),
      dropped: z.number(),
    }),
    sessions: z.number(),
    masked: z.record(z.string(), z.number()),
    losses: z.record(z.string(), z.number()),
    places: z
      .array(
        z.object({
          code: z.string(),
          file: z.string().optional(),
          line: z.number().optional(),
          byteOffset: z.number().optional(),
        }),
      )
      .optional(),
  }),
});

const fileRole = z.custom<FileRole>(
  (value) => z.object({ is: z.enum(['primary', 'part', 'side']) }).safeParse(value).success,
);

const detectedFile = z.object({
  size: z.number(),
  modifiedMs: z.number(),
  changedMs: z.number(),
  /** Absent where no adapter knows the file. */
  claim: z.object({ format: z.string(), role: fileRole }).optional(),
  /** Why no adapter knows it, by adapter id; absent where one does. */
  refusals: z.record(z.string(), z.string()).optional(),
  /** The nearest adapter; absent where none comes near. */
  nearest: z.string().optional(),
  /** The format of which it certainly is, where it was forced to be of another. */
  overruled: z.object({ format: z.string(), because: z.string() }).optional(),
});

const STATE_VERSION = 2;

const stateFile = z.object({
  version: z.literal(STATE_VERSION),
  fingerprint: z.string(),
  /** What detection found in a file, by path. */
  detected: z.record(z.string(), detectedFile),
  sources: z.record(z.string(), sourceState),
});

export type SourceState = z.infer<typeof sourceState>;
export type DetectedFile = z.infer<typeof detectedFile>;

/** What earlier runs found and converted; it lets a run skip what has not changed. */
export interface EtlState {
  fingerprint: string;
  detected: Map<string, DetectedFile>;
  /** By path of the primary file. */
  sources: Map<string, SourceState>;
}

/** Reads the state. A state of another version of the kit, or with other options, counts as empty: everything is converted again. */
export function readState(path: string, fingerprint: string): EtlState {
  try {
    // Only regular files are read: reading a pipe might never end.
    if (!lstatSync(path).isFile()) return emptyState(fingerprint);
    const state = stateFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (state.fingerprint === fingerprint) {
      const detected = new Map(Object.entries(state.detected));
      return { fingerprint, detected, sources: new Map(Object.entries(state.sources)) };
    }
  } catch {
    // None yet, or damaged: nothing is lost but time.
  }
  return emptyState(fingerprint);
}

export function emptyState(fingerprint: string): EtlState {
  return { fingerprint, detected: new Map(), sources: new Map() };
}

export function stateJson({ fingerprint, detected, sources }: EtlState): string {
  const maps = { detected: Object.fromEntries(detected), sources: Object.fromEntries(sources) };
  return JSON.stringify({ version: STATE_VERSION, fingerprint, ...maps });
}

/** A fingerprint of everything besides the sources that determines the output: the kit's own code and the options. */
export function fingerprintOf(options: object): string {
  const hash = createHash('sha256').update(JSON.stringify(options));
  for (const folder of codeFolders) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    for (const file of files) if (/\.[jt]s$/.test(file)) hash.update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
}

/** What an earlier run made of an unchanged source. */
export interface UnchangedSource {
  state: SourceState;
  /** Whether its files were touched without being changed, so that the state differs from what was noted. */
  touched: boolean;
}

/** The earlier result of a source, if none of its files has changed since and its output is still as it was written. */
export async function unchangedSince(
  source: FoundSource,
  state: SourceState | undefined,
  output: Pick<SessionOutput, 'lookOf'>,
): Promise<UnchangedSource | undefined> {
  const files = readFiles(source);
  if (state?.format !== source.adapter.descriptor.id || state.files.length !== files.length) return undefined;
  if (!state.outputs.every(({ id, look }) => output.lookOf(id) === look)) return undefined;
  let touched = false;
  for (const [index, file] of files.entries()) {
    const before = state.files[index];
    if (before === undefined || file.path !== before.path || file.size !== before.size) return undefined;
    if (file.modifiedMs === before.modifiedMs && file.changedMs === before.changedMs) continue;
    // A hash distinguishes a touched file from a changed one.
    if ((await hashOf(file)) !== before.sha256) return undefined;
    touched = true;
  }
  if (!touched) return { state, touched };
  const now = state.files.map((file, index) => ({ ...file, ...timesOf(files[index] ?? file) }));
  return { state: { ...state, files: now }, touched };
}

function timesOf({ modifiedMs, changedMs }: Pick<FileFacts, 'modifiedMs' | 'changedMs'>) {
  return { modifiedMs, changedMs };
}

/** All files that determine what comes of a source: its own, and those whose records it may repeat. */
function readFiles({ files, ancestors = [] }: FoundSource): readonly FoundFile[] {
  return [...files, ...ancestors];
}

/** A fingerprint of a source's files as they were found, and of the adapter that reads them. */
export function versionOf(source: FoundSource): string {
  const hash = createHash('sha256').update(source.adapter.descriptor.id);
  for (const { path, size, modifiedMs, changedMs } of readFiles(source))
    hash.update(`\n${path} ${size} ${modifiedMs} ${changedMs}`);
  return hash.digest('base64url').slice(0, 22);
}

async function hashOf(file: FoundFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.bytes()) hash.update(chunk);
  return hash.digest('hex');
}

/** The state of a source that was just converted into these sessions; undefined if a file changed meanwhile. */
export async function stateOf(
  source: FoundSource,
  hashes: readonly string[],
  outputs: SourceState['outputs'],
  figures: SourceFigures,
): Promise<SourceState | undefined> {
  const files = readFiles(source);
  for (const file of files) if (!(await isStill(file))) return undefined;
  return {
    format: source.adapter.descriptor.id,
    files: files.map((file, index) => ({
      path: file.path,
      size: file.size,
      ...timesOf(file),
      sha256: hashes[index] ?? '',
    })),
    outputs,
    figures,
  };
}

async function isStill(file: FileFacts): Promise<boolean> {
  const { path, size, modifiedMs, changedMs } = file;
  if (isBucketAddress(path)) return isStillStored(file);
  const now = statSync(path, { throwIfNoEntry: false });
  return now?.size === size && now.mtimeMs === modifiedMs && now.ctimeMs === changedMs;
}
