import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import {
  type ContentStore,
  type Conversion,
  type ConvertedSession,
  type ConvertOptions,
  convertSource,
  listPieces,
  type RunningHash,
  type SourceHints,
  type StoredRange,
  serializeSession,
} from '../../src/adapters/index.ts';
import type { FoundSource } from './collected.ts';
import { collectPassages } from './collectPassages.ts';
import { createDiskItems } from './createDiskItems.ts';
import { makeFolder } from './makeFolder.ts';
import { OutsideAdapterProxy } from './outsideAdapters.ts';
import type { StagedPart, StagedSession, StagedSource, StageOptions } from './staged.ts';
import { writePieces } from './writeAtomically.ts';

/** A file that staged texts are appended to: creating one for each session costs more than writing it. */
export interface StagedFile {
  path: string;
  file: number;
  end: number;
}

/** Opens a file to append to; with `again`, what it held is given up. It is not synced: only this run reads it. */
export function openStaged(path: string, anew: boolean): StagedFile {
  const file = openSync(path, anew ? 'w' : 'a');
  return { path, file, end: fstatSync(file).size };
}

/** Items are copied where they lie together on fewer bytes than this: separate parts would take more space than they do. */
const MIN_PART_BYTES = 16 * 1024;

/**
 * Appends the pieces of a session to a file and gives its parts in order. Items stay in the files where they lie; with `whole` they are
 * copied, so that the one file has the whole session.
 */
export function stageText(to: StagedFile, pieces: Iterable<string | StoredRange>, whole: boolean): StagedPart[] {
  const parts: StagedPart[] = [];

  const textPart = (): StagedPart => {
    const last = parts.at(-1);
    if (last?.is === 'text') return last;
    const part: StagedPart = { is: 'text', path: to.path, start: to.end, length: 0 };
    parts.push(part);
    return part;
  };

  function* texts(): Generator<string | Uint8Array> {
    for (const piece of pieces) {
      if (typeof piece !== 'string' && !whole && piece.length >= MIN_PART_BYTES) {
        parts.push({ is: 'items', path: piece.file.path, start: piece.start, length: piece.length });
        continue;
      }
      const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
      textPart().length += length;
      to.end += length;
      yield typeof piece === 'string' ? piece : piece.file.read(piece.start, piece.length);
    }
  }

  writePieces(to.file, texts());
  return parts;
}

/** Where a conversion puts its items, contents and sessions; `name` distinguishes the conversions of a run. */
interface StageOutputs {
  convertOptions: ConvertOptions;
  hints: SourceHints;
  tokenOf(index: number): string;
  folder: string;
  whole: boolean;
  /** Closes the items, and removes them unless staged sessions need them. */
  dispose(): void;
}

export function stageOutputs(
  { folder, nonce, redactor, annotate, zone, startedAt, whole }: StageOptions,
  name: string,
): StageOutputs {
  const tokenOf = (index: number): string => `session-${nonce}-${name}-${index}`;
  const items = createDiskItems(join(folder, `${nonce}-${name}.items`));
  const keys = new Map<string, number>();
  let contentStores = 0;
  return {
    folder,
    whole,
    tokenOf,
    hints: { ...(startedAt === undefined ? {} : { startedAt }), zone, world: { directoryExists, now: Date.now() } },
    convertOptions: {
      redactor,
      annotate,
      hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
      createHash: runningHash,
      createItems: items.createStore,
      createContents: () => createDiskContents(join(folder, tokenOf(contentStores++))),
      // A session that is read again while it grows keeps its token.
      nameSession: ({ key }) => {
        const index = keys.get(key) ?? keys.size;
        keys.set(key, index);
        return tokenOf(index);
      },
    },
    dispose: () => {
      items.close();
      if (whole) items.remove();
    },
  };
}

/** Looks only at local, absolute paths: a path in a log may name a network host. */
function directoryExists(path: string): boolean {
  if (!isAbsolute(path) || /^[\\/]{2}/.test(path)) return false;
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Converts one source and writes its sessions, unnamed, into the staging folder. */
export async function stageSource(source: FoundSource, options: StageOptions, name: string): Promise<StagedSource> {
  if (source.adapter instanceof OutsideAdapterProxy) return source.adapter.stage(source, options, name);
  const outputs = stageOutputs(options, name);
  try {
    return await stageConversion(
      await convertSource(source.adapter, { ...source, hints: outputs.hints }, outputs.convertOptions),
      outputs,
    );
  } finally {
    outputs.dispose();
  }
}

/** Writes the present sessions of a conversion into the staging folder. */
export async function stageConversion(conversion: Conversion, outputs: StageOutputs): Promise<StagedSource> {
  const sessions: StagedSession[] = [];
  for (const [index, converted] of conversion.sessions.entries()) {
    sessions.push(stageSession(converted, index, outputs));
    // Garbage collection ends in a task of its own: without a pause, the garbage of hundreds of sessions would pile up.
    await setImmediate();
  }
  const diagnostics = [...conversion.diagnostics, ...conversion.sessions.flatMap((each) => each.diagnostics)];
  return { sessions, account: conversion.account, diagnostics };
}

function runningHash(): RunningHash {
  const hash = createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => hash.digest('hex'),
  };
}

function stageSession(
  { key, session, contents }: ConvertedSession,
  index: number,
  { tokenOf, folder, whole }: StageOutputs,
): StagedSession {
  const token = tokenOf(index);
  const to = openStaged(join(folder, whole ? `${token}.json` : `${threadId}.staged`), whole);
  const { parts, passages, figures } = stageTexts(session, to, whole);
  const { task_title, status, outcome, created_at, completed_at, agent, environment, summary, inferred, provenance } =
    session.head;
  if (provenance === undefined) throw new Error('agent-replay-kit: an assembled session has no provenance.');
  return {
    key,
    token,
    parts,
    contents: contents.map(({ name }) => name),
    contentFolder: join(folder, token),
    keepsContents: whole,
    passages,
    head: { task_title, status, outcome, created_at, completed_at, agent, environment, summary, inferred },
    counts: session.counts,
    figures,
    provenance,
  };
}

/** Writes a session's JSON, then its passages, which are known once all of it was read; closes the file. */
function stageTexts(
  session: ConvertedSession['session'],
  to: StagedFile,
  whole: boolean,
): Pick<StagedSession, 'parts' | 'passages' | 'figures'> {
  try {
    const { session: read, passages, figures } = collectPassages(session);
    const parts = stageText(to, serializeSession(read), whole);
    const { path, end: start } = to;
    stageText(to, listPieces(passages()), whole);
    return { parts, passages: { path, start, length: to.end - start }, figures: figures() };
  } finally {
    closeSync(to.file);
  }
}

/** A content store on disk: each content is a file in the folder, written as it comes. */
function createDiskContents(folder: string): ContentStore {
  const names = new Set<string>();
  return {
    put(content) {
      const { name } = content;
      if (names.has(name)) return;
      if (names.size === 0) makeFolder(folder);
      const file = openSync(join(folder, name), 'w');
      try {
        for (const piece of content.pieces?.() ?? [content.bytes]) writeFileSync(file, piece);
      } finally {
        closeSync(file);
      }
      names.add(name);
    },
    contents: () =>
      Array.from(names, (name) => ({
        name,
        get bytes() {
          return readFileSync(join(folder, name));
        },
      })),
  };
}
