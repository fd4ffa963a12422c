import { describe, expect, it } from 'vitest';
import { codexRollout } from '../../../src/adapters/codex-rollout/index.ts';
import { type ClaimedFile, convertSource, groupSources, readSample, toSession } from '../../../src/adapters/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';
import { answered, called, type Entry, header, item, rolloutFrom, said, textsOf } from './rolloutFrom.ts';

const history: readonly Entry[] = [
  item(1, said('user', 'Question')),
  item(2, called('c1', 'shell', { command: ['ls'] })),
  item(3, answered('c1', 'x')),
];

/** A fork: its own header, that of the thread it was forked from, copies of that thread's records, and its own records. */
function forkOf(parent: string, id: string, at: number, copied: readonly Entry[], ...own: Entry[]): Entry[] {
  const created = new Date(Date.parse('2026-04-01T08:00:00.000Z') + at * 1000).toISOString();
  const copies = copied.map(([, type, payload]): Entry => [at, type, payload]);
  return [header({ id, forked_from_id: parent, timestamp: created }), ...copies, ...own];
}

const first: Entry[] = [header({ id: 'first' }), ...history, item(40, said('user', 'More'))];
const second = forkOf('first', 'second', 600, [header({ id: 'first' }), ...history], item(700, said('user', 'Fork')));
const third = forkOf('second', 'third', 1200, second, item(1300, said('user', 'Fork of it')));

/** The messages' texts by thread, of rollouts converted together. */
async function convertTogether(...rollouts: (readonly Entry[])[]) {
  const claimed: ClaimedFile[] = [];
  for (const [index, entries] of rollouts.entries()) {
    const file = fileOf(`rollout-${index}.jsonl`, rolloutFrom(entries));
    const { role } = { role: undefined, ...codexRollout.detect(await readSample(file.name, file.bytes())) };
    if (role !== undefined) claimed.push({ file, adapter: codexRollout, role });
  }
  const stated = new Map<string, unknown>();
  let calls = 0;
  for (const group of groupSources(claimed)) {
    const { sessions } = await convertSource(codexRollout, group);
    for (const { session } of sessions) {
      const made = toSession(session);
      calls += made.tool_calls.length;
      stated.set(made.session_id, [textsOf(made.events, 'message'), made.parent?.native_id]);
    }
  }
  return { stated: Object.fromEntries(stated), calls };
}

describe('history copied by forks', () => {
  it('is kept once, whatever the order of the files', async () => {
    const once = {
      stated: {
        first: [['Question', 'More'], undefined],
        second: [['Fork'], 'first'],
        third: [['Fork of it'], 'second'],
      },
      calls: 1,
    };
    expect(await convertTogether(first, second, third)).toEqual(once);
    expect(await convertTogether(third, first, second)).toEqual(once);
  });

  it('is kept in the oldest fork if the original thread is missing', async () => {
    expect(await convertTogether(third, second)).toEqual({
      stated: { second: [['Question', 'Fork'], 'first'], third: [['Fork of it'], 'second'] },
      calls: 1,
    });
  });
});
