import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { countTranscripts } from '../../../scripts/counts/countTranscripts.ts';
import { findOlder } from '../../../scripts/counts/findOlder.ts';
import type { RawFile } from '../../../scripts/counts/tally.ts';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import {
  type ClaimedFile,
  type Conversion,
  convertSource,
  groupSources,
  readSample,
  toSession,
} from '../../../src/adapters/index.ts';
import { checkSession, sessionSchema } from '../../../src/session/index.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';
import { createPool, type Pool, testify } from '../../witness/witness.ts';
import { seenTexts } from './seenTexts.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/claude-code');

/** Written by hand for tests of other programs, with record types and blocks that no version of the CLI writes. */
const HAND_MADE = ['09-ccl-fixtures/', '40-agent-sessions-fixtures/', '46-synthetic-malformed/'];

/** A warm-up is never shown to a person, and has no session. */
const isWarmup = (text: string): boolean => /^\{[^\n]*"content":"Warmup"/.test(text);

interface Group {
  name: string;
  raw: RawFile[];
  conversion: Conversion;
}

async function convertAll(): Promise<Group[]> {
  const texts = new Map<string, string>();
  const claimed: ClaimedFile[] = [];
  for (const path of listFiles(corpus)) {
    const bytes = readFileSync(join(corpus, path));
    const file = fileOf(path, bytes, 1 << 20);
    const { grade, role } = { role: undefined, ...claudeCode.detect(await readSample(path, file.bytes())) };
    if (grade === 'no' || role === undefined) continue;
    texts.set(path, new TextDecoder().decode(bytes));
    claimed.push({ file, adapter: claudeCode, role });
  }
  const groups: Group[] = [];
  for (const group of groupSources(claimed)) {
    const raw = group.files.map(({ name }) => ({ name, text: texts.get(name) ?? '' }));
    groups.push({ name: group.files[0]?.name ?? '', raw, conversion: await convertSource(claudeCode, group) });
  }
  return groups;
}

/**
 * The same counts, taken from the converted sessions; failures are those stated by the results themselves, not known from later records.
 */
function countMade({ sessions }: Conversion) {
  const runs = sessions.map(({ session }) => toSession(session)).flatMap((each) => [each, ...each.sub_sessions]);
  const calls = runs.flatMap(({ tool_calls }) => tool_calls);
  /** Why work in the background failed, as a later notice says. */
  const later = new Set(
    runs.flatMap(({ events }) => events).map((each) => (each.type === 'notice' ? each.text.split('\n', 1)[0] : '')),
  );
  const failed = calls.filter(({ output, outcome }) => output.error !== undefined && outcome !== 'unanswered');
  return {
    calls: calls.length,
    failures: failed.filter(({ output }) => !later.has(output.error)).length,
    unanswered: calls.filter(({ outcome }) => outcome === 'unanswered').length,
    orphans: runs
      .flatMap(({ events }) => events)
      .filter((each) => each.type === 'notice' && each.kind === 'orphan_result').length,
    outputTokens: runs.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
  };
}

describe.skipIf(!existsSync(corpus))(
  'transcripts of the corpus (skipped where it is absent)',
  { timeout: 300_000 },
  () => {
    let groups: Group[] = [];
    beforeAll(async () => {
      groups = await convertAll();
    }, 300_000);

    it('give every record one verdict, and every ignored one a declared reason', () => {
      for (const { name, conversion } of groups) {
        const { converted, unknown, ignored, dropped, records } = conversion.account;
        const sum = Object.values(ignored).reduce((total, count) => total + (count ?? 0), 0);
        expect([name, converted + unknown + sum + dropped]).toEqual([name, records]);
        expect(Object.keys(claudeCode.descriptor.ignores)).toEqual(expect.arrayContaining(Object.keys(ignored)));
        if (!HAND_MADE.some((folder) => name.startsWith(folder))) expect([name, unknown]).toEqual([name, 0]);
      }
    });

    it('become valid STD-001 sessions', () => {
      for (const { conversion } of groups) {
        for (const { session } of conversion.sessions) {
          const made = toSession(session);
          expect(sessionSchema.safeParse(made).error).toBeUndefined();
          expect(checkSession(made).filter(({ severity }) => severity === 'error')).toEqual([]);
        }
      }
    });

    it('agree with an independent count', () => {
      const main = groups.flatMap(({ raw }) => raw.slice(0, 1));
      const older = findOlder(main.filter(({ name }) => !/\/agent-[\w-]+\.jsonl$/.test(name)));
      for (const { name, raw, conversion } of groups) {
        const { orphans, own: counted } = countTranscripts(raw, older.get(name));
        // Output files that no record points to are kept as results without a call.
        const lost = conversion.sessions.length === 0 ? 0 : raw.filter(isUnclaimed).length;
        expect({ name, ...countMade(conversion) }).toEqual({ name, ...counted, orphans: orphans + lost });
      }
    });

    it('keep every text that a person could see', () => {
      const sessions = groups.flatMap(({ conversion }) => conversion.sessions);
      const poolOf = (told: readonly (typeof sessions)[number][]): Pool =>
        createPool(
          told.map(({ session }) => toSession(session)),
          told.flatMap(({ contents }) => contents),
        );
      let ofAll: Pool | undefined;
      for (const { name, raw, conversion } of groups) {
        const stated = raw.filter((file) => file.name.endsWith('.jsonl') && !isWarmup(file.text));
        // What is also in an older session is kept there.
        const hasAncestors = (conversion.account.ignored.parent_history ?? 0) > 0;
        if (hasAncestors) ofAll ??= poolOf(sessions);
        const { missing } = testify(
          stated.flatMap(({ text }) => recordsOf(text).flatMap((record) => [...seenTexts(record)])),
          hasAncestors && ofAll !== undefined ? ofAll : poolOf(conversion.sessions),
          undefined,
        );
        expect({ name, missing }).toEqual({ name, missing: [] });
      }
    });
  },
);

function isUnclaimed({ name }: RawFile, _: number, all: readonly RawFile[]): boolean {
  const [, base] = /\/tool-results\/([^/]+)$/.exec(name) ?? [];
  return base !== undefined && !all.some((other) => other.name.endsWith('.jsonl') && other.text.includes(base));
}

function recordsOf(text: string): unknown[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}
