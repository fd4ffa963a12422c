import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  adapterById,
  type ClaimedFile,
  type Content,
  type Conversion,
  convertSource,
  detectFormat,
  groupSources,
  joinPointed,
  readSample,
  type SourceGroup,
  toSession,
} from '../../src/adapters/index.ts';
import { createRedactor } from '../../src/redaction/index.ts';
import type { Session } from '../../src/session/index.ts';
import { rawText } from '../helpers/databaseText.ts';
import { fileOf, listFiles } from '../helpers/sourceFiles.ts';
import { rawTexts } from './rawTexts.ts';
import { createPool, type Pool, type Testimony, testify } from './witness.ts';

const root = join(import.meta.dirname, '../..');
const redactor = createRedactor();

/** A warm-up agent is never shown to a person, and has no session. */
const isWarmup = (text: string): boolean => /^\{[^\n]*"content":"Warmup"/.test(text);

async function groupsIn(folder: string): Promise<SourceGroup[]> {
  const claimed: ClaimedFile[] = [];
  for (const path of listFiles(folder)) {
    const file = fileOf(path, readFileSync(join(folder, path)), 1 << 20);
    const { best } = detectFormat(await readSample(path, file.bytes()));
    if (best !== undefined) claimed.push({ file, adapter: best.adapter, role: best.detection.role });
  }
  return joinPointed(groupSources(claimed));
}

interface Hearing {
  /** Whether older runs hold part of it. */
  hasAncestors: boolean;
  /** What a person could see in the raw files. */
  seen: readonly string[];
  sessions: readonly Session[];
  contents: readonly Content[];
}

async function hear(folder: string, group: SourceGroup): Promise<Hearing> {
  const { adapter, files, joined } = group;
  const conversion = await convertSource(adapter, group, { redactor });
  const seen = files.flatMap((file, index) => {
    const text = rawText(join(folder, file.name));
    const host = joined?.find((run) => run.files.includes(index))?.format ?? adapter.descriptor.id;
    return told(conversion, host, text) ? [...(rawTexts[host]?.(text) ?? [])] : [];
  });
  const sessions = conversion.sessions.map(({ session }) => toSession(session));
  const contents = conversion.sessions.flatMap((session) => session.contents);
  return { hasAncestors: group.ancestors !== undefined, seen, sessions, contents };
}

/** Whether a file should be in a session at all: not a warm-up, not a digest of a transcript that was used instead. */
function told({ sessions }: Conversion, format: string, text: string): boolean {
  if (sessions.length === 0 || isWarmup(text)) return false;
  const used = sessions.some(({ diagnostics }) => diagnostics.some(({ code }) => code === 'transcript-used'));
  return !(format === 'frago' && used);
}

async function hearAll(folder: string): Promise<Map<string, Testimony>> {
  const byFormat = new Map<string, Hearing[]>();
  for (const group of await groupsIn(folder)) {
    const { id } = group.adapter.descriptor;
    byFormat.set(id, [...(byFormat.get(id) ?? []), await hear(folder, group)]);
  }
  return new Map([...byFormat].map(([format, hearings]) => [format, judge(hearings)]));
}

/** What a resumed or forked run copied is in its parent's session, so such a run is compared with all sessions of its format. */
function judge(hearings: readonly Hearing[]): Testimony {
  const sum: Testimony = { lines: 0, missing: [], missingCount: 0 };
  let ofAll: Pool | undefined;
  const everything = (): Pool => {
    ofAll ??= createPool(
      hearings.flatMap(({ sessions }) => sessions),
      hearings.flatMap(({ contents }) => contents),
    );
    return ofAll;
  };
  for (const { seen, hasAncestors, ...own } of hearings) {
    const told = hasAncestors ? everything() : createPool(own.sessions, own.contents);
    const { lines, missing, missingCount } = testify(seen, told, redactor);
    sum.lines += lines;
    sum.missingCount += missingCount;
    sum.missing.push(...missing.map((line) => `${own.sessions[0]?.provenance?.sources[0]?.name}: ${line}`));
  }
  return sum;
}

const corpus = join(root, '../shared/corpus');

describe('everything that a person could see in a log is kept, after masking', () => {
  it.each([
    ['the samples', join(root, 'data/sources')],
    ['the corpus', corpus],
  ])('for %s', { timeout: 600_000 }, async (name, folder) => {
    if (!existsSync(folder)) {
      console.log(`Witness: ${name} is not on this machine; skipped.`);
      return;
    }
    const heard = await hearAll(folder);
    for (const [format, { lines, missingCount }] of heard) {
      console.log(`Witness, ${name}, ${format}: ${lines} lines looked for, ${missingCount} missing.`);
      expect(adapterById(format)).toBeDefined();
    }
    expect([...heard.values()].flatMap(({ missing }) => missing)).toEqual([]);
  });
});
