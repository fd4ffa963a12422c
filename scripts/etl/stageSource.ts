import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Conversion,
  type ConvertedSession,
  type ConvertOptions,
  convertSource,
  type RunningHash,
  type SourceHints,
  serializeSession,
} from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import type { Account, Diagnostic, Provenance, Session } from '../../src/session/index.ts';
import { createDiskContents } from './createDiskContents.ts';
import { createDiskItems, type DiskItems } from './createDiskItems.ts';
import type { FoundSource } from './detectSources.ts';
import { writePieces } from './writeAtomically.ts';

/** A converted session that waits for its name: `token` stands for it in the staged file. */
export interface StagedSession {
  key: string;
  token: string;
  /** Absolute path of the staged JSON. */
  path: string;
  /** Names of its contents, which lie in `contentFolder`. */
  contents: readonly string[];
  contentFolder: string;
  head: Pick<Session, 'task_title' | 'status' | 'outcome' | 'created_at' | 'agent' | 'summary'>;
  provenance: Provenance;
}

export interface StagedSource {
  sessions: readonly StagedSession[];
  account: Account;
  diagnostics: readonly Diagnostic[];
}

export interface StageOptions {
  /** Folder for staged files; empty at first. */
  folder: string;
  /** Makes tokens that no log can hold. */
  nonce: string;
  redactor: Redactor | undefined;
  annotate: 'auto' | 'none';
  startedAt: string | undefined;
}

/** Where a conversion puts its items, contents and sessions; `name` tells the conversions of a run apart. */
export interface StageOutputs {
  convertOptions: ConvertOptions;
  hints: SourceHints | undefined;
  tokenOf(index: number): string;
  folder: string;
  /** Removes the items; the staged sessions stay. */
  dispose(): void;
}

export function stageOutputs(
  { folder, nonce, redactor, annotate, startedAt }: StageOptions,
  name: string,
): StageOutputs {
  const tokenOf = (index: number): string => `session-${nonce}-${name}-${index}`;
  const items: DiskItems[] = [];
  const keys = new Map<string, number>();
  let contentStores = 0;
  return {
    folder,
    tokenOf,
    hints: startedAt === undefined ? undefined : { startedAt },
    convertOptions: {
      redactor,
      annotate,
      hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
      createHash: runningHash,
      createItems: () => {
        const store = createDiskItems(join(folder, `${nonce}-${name}-${items.length}.items`));
        items.push(store);
        return store;
      },
      createContents: () => createDiskContents(join(folder, tokenOf(contentStores++))),
      // A session that is read again while it grows keeps its token.
      nameSession: ({ key }) => {
        const index = keys.get(key) ?? keys.size;
        keys.set(key, index);
        return tokenOf(index);
      },
    },
    dispose: () => {
      for (const store of items) store.dispose();
    },
  };
}

/** Converts one source and writes its sessions, unnamed, into the staging folder. */
export async function stageSource(source: FoundSource, options: StageOptions, name: string): Promise<StagedSource> {
  const outputs = stageOutputs(options, name);
  const { adapter, files, joined, ancestors } = source;
  const { hints } = outputs;
  const input = {
    files,
    ...(joined === undefined ? {} : { joined }),
    ...(ancestors === undefined ? {} : { ancestors }),
    ...(hints === undefined ? {} : { hints }),
  };
  try {
    return stageConversion(await convertSource(adapter, input, outputs.convertOptions), outputs);
  } finally {
    outputs.dispose();
  }
}

/** Writes the sessions of a conversion, as they stand, into the staging folder. */
export function stageConversion(conversion: Conversion, { tokenOf, folder }: StageOutputs): StagedSource {
  const sessions = conversion.sessions.map((converted, index) => stageSession(converted, tokenOf(index), folder));
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

function stageSession({ key, session, contents }: ConvertedSession, token: string, folder: string): StagedSession {
  const path = join(folder, `${token}.json`);
  // Nobody but this run reads it: it need not be whole after a crash, so waiting for the disk would buy nothing.
  const file = openSync(path, 'w');
  try {
    writePieces(file, serializeSession(session));
  } finally {
    closeSync(file);
  }
  const { task_title, status, outcome, created_at, agent, summary, provenance } = session.head;
  if (provenance === undefined) throw new Error('agent-replay-kit: an assembled session has no provenance.');
  return {
    key,
    token,
    path,
    contents: contents.map(({ name }) => name),
    contentFolder: join(folder, token),
    head: { task_title, status, outcome, created_at, agent, summary },
    provenance,
  };
}
