import { expect, test } from 'vitest';
import { indexSession, type SessionIndex } from '../../src/replay/index.ts';
import { responsesOf, tokensOfItem } from '../../src/replay/responses.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

function responses(index: SessionIndex): [tokens: number | undefined, model: string | undefined, calls: string[]][] {
  return responsesOf(index).all.map(({ tokens, model, calls }) => [
    tokens,
    model,
    calls.map((at) => index.items[at]?.id ?? ''),
  ]);
}

test('assigns a usage to what its run did since the previous one', () => {
  const index = indexSession(
    sessionFromText(`
    0:00 user: Go
    0:01 Read(a) 1s
    0:02 Task(dig) 9s as explorer
      0:03 Grep(x) 1s
      0:04 usage(small): input 7, output 3, cache_read 5000
    0:12 usage(large): input 100, output 20, cache_write 30
    0:13 assistant: Done
    0:14 usage(large): output 5`),
  );
  expect(responses(index)).toEqual([
    [150, 'large', ['tool-001', 'tool-002']],
    [5, 'large', []],
    [10, 'small', ['sub-001-tool-001']],
  ]);
  const answer = index.items.findIndex(
    (item) => item.is === 'event' && item.event.type === 'message' && item.event.text === 'Done',
  );
  expect(tokensOfItem(index, answer)).toBe(5);
  expect(tokensOfItem(index, 0)).toBeUndefined();
});

test('assigns a usage without a call before it to the calls that begin directly after it', () => {
  const index = indexSession(
    sessionFromText(`
    0:00 user: Go
    0:01 thinking: hm
    0:02.000 usage: input 1
    0:02.010 Read(a) 1s
    0:02.020 Read(b) 1s
    0:05 thinking: so
    0:06.000 usage: input 2
    0:06.005 Bash(ls) 1s
    0:09 Bash(later) 1s`),
  );
  expect(responses(index)).toEqual([
    [1, 'model-a', ['tool-001', 'tool-002']],
    [2, 'model-a', ['tool-003']],
  ]);
});

test('assigns nothing to a response that a prompt cut off', () => {
  const index = indexSession(
    sessionFromText(`
    0:00 user: Go
    0:01 Read(a) 1s
    0:03 user: No, stop
    0:04 assistant: Fine
    0:05 usage: output 2`),
  );
  expect(responses(index)).toEqual([[2, 'model-a', []]]);
});
