import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type ConvertedSession,
  type ConvertOptions,
  convertSource,
  type RunningHash,
  serializeSession,
} from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import type { Account, Diagnostic, Provenance, Session } from '../../src/session/index.ts';
import { createDiskContents } from './createDiskContents.ts';
import { createDiskItems, type DiskItems } from './createDiskItems.ts';
import type { FoundSource } from './detectSources.ts';
import { writeAtomically } from './writeAtomically.ts';

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

/** Converts one source and writes its sessions, unnamed, into the staging folder. */
export async function stageSource(source: FoundSource, options: StageOptions, number: number): Promise<StagedSource> {
  const tokenOf = (index: number): string => `session-${options.nonce}-${number}-${index}`;
  const items: DiskItems[] = [];
  let contentStores = 0;
  let named = 0;
  const convertOptions: ConvertOptions = {
    redactor: options.redactor,
    annotate: options.annotate,
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    createHash: runningHash,
    createItems: () => {
      const store = createDiskItems(join(options.folder, `${tokenOf(number)}-${items.length}.items`));
      items.push(store);
      return store;
    },
    createContents: () => createDiskContents(join(options.folder, tokenOf(contentStores++))),
    nameSession: () => tokenOf(named++),
  };
  const input = {
    files: source.files,
    ...(source.joined === undefined ? {} : { joined: source.joined }),
    ...(options.startedAt === undefined ? {} : { hints: { startedAt: options.startedAt } }),
  };
  try {
    const conversion = await convertSource(source.adapter, input, convertOptions);
    const sessions = conversion.sessions.map((converted, index) =>
      stageSession(converted, tokenOf(index), options.folder),
    );
    const diagnostics = [...conversion.diagnostics, ...conversion.sessions.flatMap((each) => each.diagnostics)];
    return { sessions, account: conversion.account, diagnostics };
  } finally {
    for (const store of items) store.dispose();
  }
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
  writeAtomically(path, serializeSession(session));
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
