import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentCounters } from '../../scripts/counts/countAgents.ts';
import { addTo, none, type Tally } from '../../scripts/counts/tally.ts';
import {
  adapterById,
  type ClaimedFile,
  convertSource,
  detectFormat,
  groupSources,
  readSample,
  type SourceGroup,
  toSession,
} from '../../src/adapters/index.ts';
import { checkSession, type Session } from '../../src/session/index.ts';
import { rawText } from '../helpers/databaseText.ts';
import { fileOf, listFiles } from '../helpers/sourceFiles.ts';
import { agentTexts } from '../witness/agentTexts.ts';
import { createPool, testify } from '../witness/witness.ts';

/** Edited by hand: all its ids are the same words, so its calls cannot be distinguished or counted. */
const withoutIds = 'copilot-06-agent-sessions-fixtures/small.jsonl';

const corpus = join(import.meta.dirname, '../../../shared/corpus/extra');
const formats = Object.keys(agentCounters);

const read = (path: string): string => rawText(join(corpus, path));
const failures = ['failed', 'denied', 'interrupted', 'cancelled'];

async function claimFiles(): Promise<ClaimedFile[]> {
  const claimed: ClaimedFile[] = [];
  for (const path of listFiles(corpus)) {
    const file = fileOf(path, readFileSync(join(corpus, path)), 1 << 16);
    const { best } = detectFormat(await readSample(path, file.bytes()));
    if (best !== undefined) claimed.push({ file, adapter: best.adapter, role: best.detection.role });
  }
  return claimed;
}

function tallyOf(session: Session): Tally {
  const all = none();
  for (const run of [session, ...(session.sub_sessions ?? [])]) {
    const outcomes = (run.tool_calls ?? []).map(({ outcome }) => outcome ?? '');
    addTo(all, {
      calls: outcomes.length,
      failures: outcomes.filter((outcome) => failures.includes(outcome)).length,
      unanswered: outcomes.filter((outcome) => outcome === 'unanswered').length,
      outputTokens: run.usage?.output ?? 0,
    });
  }
  return all;
}

async function convert(group: SourceGroup) {
  const { sessions, account } = await convertSource(group.adapter, group);
  const made = sessions.map(({ session }) => toSession(session));
  const contents = sessions.flatMap((each) => each.contents);
  return { account, sessions: made, contents };
}

/** How the names of each format's folders in the corpus begin. */
const foldersOf: Readonly<Record<string, RegExp>> = {
  'claude-stream': /^claude-(?:stream|sdk)-/,
  'codex-exec-json': /^codex-exec-json-/,
  'copilot-cli': /^copilot-/,
  cursor: /^cursor-/,
  'gemini-cli': /^gemini-/,
  kimi: /^other-kimi-qwen-grok-fixtures\/kimi\//,
  'kiro-cli': /^kiro-/,
  opencode: /^opencode-/,
  pi: /^pi-/,
  'qwen-code': /^(?:qwen-|other-kimi-qwen-grok-fixtures\/qwen\/)/,
};

const has = existsSync(corpus);
const groups = has
  ? groupSources(await claimFiles()).filter(({ adapter }) => formats.includes(adapter.descriptor.id))
  : [];

describe.skipIf(!has)('logs of other agents (skipped where the corpus is absent)', { timeout: 60_000 }, () => {
  describe.each(formats)('%s', (format) => {
    const own = groups.filter(({ adapter }) => adapter.descriptor.id === format);

    it('claims its own files and no others', () => {
      expect(own.length).toBeGreaterThan(0);
      const names = own.flatMap(({ files }) => files.map(({ name }) => name));
      expect(names.filter((name) => foldersOf[format]?.test(name) !== true)).toEqual([]);
    });

    it.each(own.map((group) => [group.files[0]?.name ?? '', group] as const))('%s', async (_, group) => {
      const { sessions, account, contents } = await convert(group);
      const ignored = Object.values(account.ignored).reduce((sum, count) => sum + (count ?? 0), 0);
      expect(account.converted + account.unknown + ignored + account.dropped).toBe(account.records);
      const declared = Object.keys(adapterById(format)?.descriptor.ignores ?? {});
      expect(declared).toEqual(expect.arrayContaining(Object.keys(account.ignored)));
      const faults = sessions.flatMap((session) => checkSession(session));
      expect(faults.filter(({ severity }) => severity === 'error')).toEqual([]);

      const made = none();
      for (const session of sessions) addTo(made, tallyOf(session));
      const count = agentCounters[format]?.(group.files.map(({ name }) => read(name)).join('\n'));
      if (group.files[0]?.name !== withoutIds) expect(made).toEqual(count);

      const seen = group.files.flatMap(({ name }) => [...agentTexts(format, read(name))]);
      // Files of several sessions may share a folder; the parts of another session are in that session.
      const all = group.ancestors === undefined ? [] : await Promise.all(own.map(convert));
      const everything = [sessions, ...all.map((each) => each.sessions)].flat();
      const allContents = [contents, ...all.map((each) => each.contents)].flat();
      expect(testify(seen, createPool(everything, allContents), undefined).missing).toEqual([]);
    });
  });
});
