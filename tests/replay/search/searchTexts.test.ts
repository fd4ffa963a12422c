import { describe, expect, it } from 'vitest';
import { indexSession } from '../../../src/replay/index.ts';
import {
  createSearchTexts,
  excerptOf,
  parseQuery,
  readWholes,
  type SearchReading,
  searchSteps,
  wholesToRead,
} from '../../../src/replay/search/index.ts';
import type { ContentRef } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { plainReading } from './plainReading.ts';

function ref(n: number, pointer: string): ContentRef {
  return { pointer, sha256: `${n}`.repeat(64), bytes: 100, lines: 1, path: `s.content/${n}` };
}

const drawn = sessionFromText(`
  0:00 user: hello
  0:02 Read(src/parser.ts) 1s: 120 lines
  0:03 Bash(make) 1s: done
`);
const session = {
  ...drawn,
  events: drawn.events.map((event) => ({ ...event, content_refs: [ref(1, '/text'), ref(2, '/attachments/0')] })),
  tool_calls: drawn.tool_calls.map((call, n) => ({ ...call, content_refs: [ref(3 + n, '/output/result/text')] })),
};

const reading: SearchReading = {
  ...plainReading,
  *maskInSteps(text) {
    yield undefined;
    return text.replace('hunter2', '[masked]');
  },
};

function found(texts: ReturnType<typeof createSearchTexts>, query: string): number[] {
  const steps = searchSteps(texts, parseQuery(query));
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return Array.from(value.items);
  }
}

describe('readWholes', () => {
  it('makes fetched full texts searchable, masked, and counts those that could not be fetched', async () => {
    const texts = createSearchTexts(indexSession(session), reading);
    const wanted = wholesToRead(texts);
    expect(wanted.map(({ item, content }) => [item, content.pointer])).toEqual([
      [0, '/text'],
      [1, '/output/result/text'],
      [2, '/output/result/text'],
    ]);
    let read = 0;
    const failed = await readWholes(texts, wanted, {
      signal: new AbortController().signal,
      onRead: () => {
        read += 1;
      },
      load: async ({ path }) => {
        if (path.endsWith('4')) throw new Error('gone');
        return `whole ${path} NEEDLE hunter2`;
      },
    });
    expect([failed, read]).toEqual([1, 3]);
    expect(found(texts, 'needle')).toEqual([0, 1]);
    expect(found(texts, 'hunter2')).toEqual([]);
    expect(excerptOf(texts.partsOf(1), parseQuery('needle'))).toMatchObject({ kind: 'output' });
    expect(wholesToRead(texts).map(({ item }) => item)).toEqual([2]);
    const grown = createSearchTexts(indexSession(session), reading, texts);
    expect(found(grown, 'needle')).toEqual([0, 1]);
  });

  it('stops when aborted', async () => {
    const texts = createSearchTexts(indexSession(session), reading);
    const controller = new AbortController();
    const ended = readWholes(texts, wholesToRead(texts), {
      signal: controller.signal,
      onRead: () => undefined,
      load: async () => {
        controller.abort();
        return 'NEEDLE';
      },
    });
    await expect(ended).rejects.toThrow();
    expect(found(texts, 'needle')).toEqual([]);
  });
});

it('keeps of very many texts only what stands around the words that are searched for', async () => {
  const many = {
    ...session,
    tool_calls: session.tool_calls.map((call) => ({
      ...call,
      content_refs: (call.content_refs ?? []).map((each) => ({ ...each, bytes: 2 ** 26 })),
    })),
  };
  const masked: string[] = [];
  const noted: SearchReading = {
    ...reading,
    maskInSteps(text) {
      masked.push(text);
      return reading.maskInSteps(text);
    },
  };
  const texts = createSearchTexts(indexSession(many), noted);
  const long = `${'before '.repeat(500)}the Needle of hunter2${' after'.repeat(500)}`;
  const read = (words: readonly string[]): Promise<number> =>
    readWholes(texts, wholesToRead(texts), {
      signal: new AbortController().signal,
      onRead: () => undefined,
      load: async ({ path }) => (path.endsWith('3') ? long : 'nothing of the kind'),
      words,
    });
  expect(await read(['needle', 'masked'])).toBe(0);
  expect(found(texts, 'needle masked')).toEqual([1]);
  expect(found(texts, 'hunter2')).toEqual([]);
  const kept = texts.partsOf(1).at(-1)?.text ?? '';
  expect(kept).toContain('the Needle of [masked]');
  expect(kept.length).toBeLessThan(1000);
  expect(texts.wholeOf(2, many.tool_calls[1]?.content_refs?.[0] as ContentRef)).toBeUndefined();
  // To mask a text costs far more than to look for a word in it.
  expect(masked).toEqual([long]);
  await read(['hunter2']);
  expect(found(texts, 'hunter2')).toEqual([]);
  // Other words are looked for in all of them again.
  expect(found(texts, 'kind')).toEqual([]);
  expect(wholesToRead(texts)).toHaveLength(3);
  await read(['kind']);
  expect(found(texts, 'kind')).toEqual([0, 2]);
});
