import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  codexLog,
  indexConversationLog,
  type LogIndexEntry,
  readEvent,
} from '../../../src/adapters/codex-log/index.ts';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';
import { createPool, testify } from '../../witness/witness.ts';
import { countBanners, countPlain, countStamped, type LogCount, plainLines } from './countLog.ts';
import { eventsOf } from './logText.ts';
import { seenTexts } from './seenTexts.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/codex-log');

/** The end of a log: its answer comes after the token count only, so no `codex` line announces it. */
const TAIL = '02-stderr-prefix-excerpts/find_string-61785139816.tail-excerpt.log';
/** The agent was stopped while a command ran. */
const STOPPED = '13-v0.144-governance-win/codex-run~e62390a.log';

function countSession({ tool_calls, events }: Session): LogCount {
  const ran = tool_calls.filter(({ tool_name }) => tool_name === 'exec').map(({ outcome }) => outcome);
  const ended = (how: string): number => ran.filter((outcome) => outcome === how).length;
  return {
    commands: ran.length,
    succeeded: ended('succeeded'),
    failed: ended('failed'),
    declined: ended('denied'),
    patches: tool_calls.filter(({ tool_name }) => tool_name === 'apply_patch').length,
    messages: events.filter((event) => event.type === 'message' && event.role === 'assistant').length,
    counts: events.filter(({ type }) => type === 'usage').length,
  };
}

describe.skipIf(!existsSync(corpus))('logs of the corpus (skipped where it is absent)', { timeout: 60_000 }, () => {
  const paths = listFiles(corpus);

  it.each(paths)('%s becomes one session and loses nothing', async (path) => {
    const bytes = readFileSync(join(corpus, path));
    const lines = plainLines(bytes.toString('utf8'));
    const { sessions, account } = await convertSource(codexLog, { files: [fileOf(path, bytes, 1 << 16)] });
    const made = sessions.map(({ session }) => toSession(session));
    expect(made).toHaveLength(1);

    const ignored = Object.values(account.ignored).reduce((sum, count) => sum + (count ?? 0), 0);
    expect(account.converted + ignored).toBe(account.records);
    expect([account.unknown, account.dropped]).toEqual([0, 0]);
    expect(Object.keys(codexLog.descriptor.ignores)).toEqual(expect.arrayContaining(Object.keys(account.ignored)));
    expect(await eventsOf(bytes)).toHaveLength(account.records);

    const contents = sessions.flatMap((session) => session.contents);
    expect(testify(seenTexts(lines), createPool(made, contents), undefined).missing).toEqual([]);

    const unanswered = made.flatMap(({ tool_calls }) => tool_calls).filter(({ outcome }) => outcome === 'unanswered');
    expect(unanswered).toHaveLength(path === STOPPED ? 1 : 0);

    const counted = /^\[[\d-]+T[\d:]+\] /m.test(lines.join('\n')) ? countStamped(lines) : countPlain(lines);
    const [found = counted] = made.map(countSession);
    if (countBanners(lines) > 1) {
      // The simple patterns also count the logs quoted inside.
      expect(found.commands).toBeLessThanOrEqual(counted.commands);
      expect(found.counts).toBeLessThanOrEqual(counted.counts);
      return;
    }
    const messages = counted.messages - (account.ignored.repeated_thinking ?? 0) + (path === TAIL ? 1 : 0);
    expect(found).toEqual({ ...counted, messages });
  });

  it.each(paths)('%s is covered by its events without gaps, and each can be read alone', async (path) => {
    const bytes = readFileSync(join(corpus, path));
    const index: LogIndexEntry[] = [];
    for await (const entry of indexConversationLog(bytes)) index.push(entry);
    let end = 0;
    for (const { byteOffset, byteLength } of index) {
      expect(byteOffset).toBe(end);
      end += byteLength;
    }
    expect(end).toBe(bytes.length);
    const log = { index, read: (offset: number, length: number) => bytes.subarray(offset, offset + length) };
    const alone = await Promise.all(index.map((_, position) => readEvent(log, position)));
    expect(alone).toEqual(await eventsOf(bytes));
  });
});
