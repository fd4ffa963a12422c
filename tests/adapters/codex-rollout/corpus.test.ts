import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countRollout } from '../../../scripts/counts/countRollout.ts';
import { codexRollout } from '../../../src/adapters/codex-rollout/index.ts';
import { type Conversion, convertSource, type SourceFile, toSession } from '../../../src/adapters/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';
import { createPool, testify } from '../../witness/witness.ts';
import { visibleTexts } from './visibleTexts.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/codex-rollout');

/** The only fork in the corpus, and the file with the original of what it copied. */
const FORK = '05-0.36/2025/09/16/rollout-2025-09-16T14-12-31-613a9a68-8816-40b2-a2d4-041ade599da6.jsonl';
const FORKED_FROM = '05-0.36/2025/09/16/rollout-2025-09-16T12-47-48-9cd28a74-da7e-4458-a91a-fffec2be9d7a.jsonl';

/** Written by hand for tests of another program, with types that no writer of rollouts uses. */
const HAND_MADE = '33-agent-sessions-fixtures/';

/** All call ids of this file are the same words, so its outputs cannot be distinguished. */
const WITHOUT_IDS = '33-agent-sessions-fixtures/stage0/agents/codex/small.jsonl';

const read = (path: string): string => readFileSync(join(corpus, path), 'utf8');

const fileAt = (path: string): SourceFile => fileOf(path, read(path), 1 << 20);

const convert = (path: string): Promise<Conversion> =>
  convertSource(codexRollout, {
    files: [fileAt(path)],
    ...(path === FORK ? { ancestors: [fileAt(FORKED_FROM)] } : {}),
  });

function countSession(session: Session, records: number) {
  const outcomes = session.tool_calls.map(({ outcome }) => outcome);
  return {
    records,
    calls: outcomes.length,
    failures: outcomes.filter((outcome) => ['failed', 'denied', 'interrupted', 'cancelled'].includes(outcome ?? ''))
      .length,
    unanswered: outcomes.filter((outcome) => outcome === 'unanswered').length,
    outputTokens: session.usage?.output ?? 0,
  };
}

describe.skipIf(!existsSync(corpus))('rollouts of the corpus (skipped where it is absent)', { timeout: 60_000 }, () => {
  const paths = listFiles(corpus).filter((path) => path.endsWith('.jsonl'));

  it.each(paths)('%s', async (path) => {
    const raw = read(path);
    const { sessions, account } = await convert(path);
    expect(sessions).toHaveLength(1);
    const made = sessions.map(({ session }) => toSession(session));

    const ignored = Object.values(account.ignored).reduce((sum, count) => sum + (count ?? 0), 0);
    expect(account.converted + account.unknown + ignored + account.dropped).toBe(account.records);
    const declared = Object.keys(codexRollout.descriptor.ignores);
    expect(declared).toEqual(expect.arrayContaining(Object.keys(account.ignored)));
    if (!path.startsWith(HAND_MADE)) expect([account.unknown, account.dropped]).toEqual([0, 0]);

    if (path !== WITHOUT_IDS) {
      const { own, records } = countRollout(raw, path === FORK ? read(FORKED_FROM) : undefined);
      expect(made.map((session) => countSession(session, account.records))).toEqual([{ records, ...own }]);
    }

    const stated = path === FORK ? [...sessions, ...(await convert(FORKED_FROM)).sessions] : sessions;
    const { missing } = testify(
      visibleTexts(raw),
      createPool(
        stated.map(({ session }) => toSession(session)),
        stated.flatMap(({ contents }) => contents),
      ),
      undefined,
    );
    expect(missing).toEqual([]);
  });
});
