import { afterEach, expect, it, vi } from 'vitest';
import { adapters, defineAdapter, readTextLines } from '../../src/adapters/index.ts';
import type { LoadMessage } from '../../src/loading/loadMessage.ts';

const diary = defineAdapter<string>({
  contract: 1,
  descriptor: {
    id: 'diary',
    label: 'Diary',
    specUrl: undefined,
    marks: ['Dear diary'],
    versionsSeen: [],
    capabilities: { times: 'none', thinking: false, tokens: false, subagents: false, outcomes: false },
    ignores: {},
  },
  detect: ({ text, name }) =>
    text.startsWith('Dear diary')
      ? { grade: 'certain', because: 'begins like a diary', role: { is: 'primary', key: name } }
      : { grade: 'no', because: 'does not begin like a diary' },
  async *parse({ files: [file] }, context) {
    if (file === undefined) return;
    for await (const lines of readTextLines(file, { context })) {
      yield lines.map(({ text, line, byteOffset, byteLength }) => {
        const ref = { source: 0, line, byte_offset: byteOffset, byte_length: byteLength };
        return { is: 'record', value: text, ref } as const;
      });
    }
  },
  createConverter: (assembly) => ({
    record(text, ref) {
      assembly.session('diary').message({ role: 'user', text, ref });
      return 'converted';
    },
    end: () => undefined,
  }),
});

afterEach(() => vi.unstubAllGlobals());

it('answers a loader with adapters of an app, beside those of the kit', async () => {
  const posted: LoadMessage[] = [];
  const scope = globalThis as { onmessage?: ((event: { data: unknown }) => void) | null };
  vi.stubGlobal('postMessage', (message: LoadMessage) => posted.push(message));
  vi.stubGlobal('onmessage', null);
  const { answerLoads } = await import('../../src/loading/worker/index.ts');
  const load = async (): Promise<readonly string[]> => {
    posted.length = 0;
    scope.onmessage?.({ data: { files: [{ name: 'a.txt', blob: new Blob(['Dear diary\n']) }], redact: true } });
    await vi.waitFor(() => expect(posted.at(-1)?.is).toBe('end'));
    return posted.map(({ is }) => is);
  };
  expect(await load()).toEqual(['refused', 'end']);
  answerLoads({ adapters: [...adapters, diary] });
  expect(await load()).toContain('complete');
});
