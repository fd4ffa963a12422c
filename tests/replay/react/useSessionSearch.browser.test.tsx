import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { bigSession } from '../../../benchmarks/bigSession.ts';
import { indexSession, type SearchReading } from '../../../src/replay/index.ts';
import { type SessionSearchState, useSessionSearch } from '../../../src/replay/react/useSessionSearch.ts';
import type { ContentRef } from '../../../src/session/index.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const reading: SearchReading = {
  mask: (value) => value,
  // biome-ignore lint/correctness/useYield: nothing is masked
  *maskInSteps(text) {
    return text;
  },
  plain: (text) => text,
};

/** How often the length of a text was asked for. */
let sized = 0;

/** Six calls whose outputs are too long, together, to be kept. */
const index = indexSession({
  ...bigSession(6),
  tool_calls: bigSession(6).tool_calls.map((call, n) => ({
    ...call,
    content_refs: [
      {
        pointer: '/output/result/text',
        path: `output/${n}.txt`,
        lines: 1_000_000,
        get bytes() {
          sized += 1;
          return 40 * 1024 * 1024;
        },
        sha256: String(n).padStart(64, '0'),
      },
    ] as ContentRef[],
  })),
});
const calls = index.landmarks.call.length;

let state: SessionSearchState | undefined;
const root = testRoot();
let answers: ((text: string) => void)[] = [];
const contents = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));

function Probe({ query }: { query: string }): ReactElement | null {
  state = useSessionSearch({ index, query, reading, contents });
  return null;
}

async function search(query: string): Promise<void> {
  root.render(<Probe query={query} />);
  await vi.waitFor(() => expect(state).toMatchObject({ state: 'done', query: { words: [query] } }));
}

afterEach(() => {
  answers = [];
  contents.mockClear();
});

test('reading on for the words of a query ends when other words are asked for, and can be begun again', async () => {
  await search('needle');
  expect(state?.wholes).toMatchObject({ state: 'offered', count: calls });
  state?.wholes.start();
  await vi.waitFor(() => expect(state?.wholes.state).toBe('reading'));
  const before = sized;
  for (let n = 0; n < 5; n += 1) flushSync(() => root.render(<Probe query="needle" />));
  expect(sized).toBe(before);
  const begun = contents.mock.calls.length;
  expect(begun).toBeLessThan(calls);

  await search('haystack');
  expect(state?.wholes.state).toBe('offered');
  for (const answer of answers) answer('a needle');
  await search('needle');
  expect(contents).toHaveBeenCalledTimes(begun);
  expect(state?.wholes.state).toBe('offered');

  contents.mockResolvedValue('here is the needle');
  state?.wholes.start();
  await vi.waitFor(() => expect(state?.wholes.state).toBe('read'));
  await vi.waitFor(() => expect(state?.items).toHaveLength(calls));
});
