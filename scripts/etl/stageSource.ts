import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConvertOptions, convertSource, serializeSession } from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import type { Account, Diagnostic, Provenance, Session } from '../../src/session/index.ts';
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
  source: FoundSource;
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
  let count = 0;
  const tokens: string[] = [];
  const convertOptions: ConvertOptions = {
    redactor: options.redactor,
    annotate: options.annotate,
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    createHash: () => {
      const hash = createHash('sha256');
      return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
    },
    nameSession: () => {
      count += 1;
      const token = `session-${options.nonce}-${number}-${count}`;
      tokens.push(token);
      return token;
    },
  };
  const hints = options.startedAt === undefined ? {} : { hints: { startedAt: options.startedAt } };
  const conversion = await convertSource(source.adapter, { files: source.files, ...hints }, convertOptions);
  const sessions = conversion.sessions.map(({ key, session, contents }, index): StagedSession => {
    const token = tokens[index] ?? '';
    const path = join(options.folder, `${token}.json`);
    const contentFolder = join(options.folder, token);
    writeAtomically(path, serializeSession(session));
    if (contents.length > 0) mkdirSync(contentFolder, { recursive: true });
    for (const { name, bytes } of contents) writeFileSync(join(contentFolder, name), bytes);
    const { task_title, status, outcome, created_at, agent, summary, provenance } = session.head;
    if (provenance === undefined) throw new Error('agent-replay-kit: an assembled session has no provenance.');
    return {
      key,
      token,
      path,
      contents: contents.map(({ name }) => name),
      contentFolder,
      head: { task_title, status, outcome, created_at, agent, summary },
      provenance,
    };
  });
  const diagnostics = [...conversion.diagnostics, ...conversion.sessions.flatMap((each) => each.diagnostics)];
  return { source, sessions, account: conversion.account, diagnostics };
}
