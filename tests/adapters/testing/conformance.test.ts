import { describe, expect, it } from 'vitest';
import { type Adapter, adapters, createSample, detectFormat, readJsonLines } from '../../../src/adapters/index.ts';
import { foreignSamples } from '../../../src/adapters/testing/foreignSamples.ts';
import { conformanceCases } from '../../../src/adapters/testing/index.ts';

interface Line {
  is?: unknown;
  text?: unknown;
}

/** An adapter that follows every rule; each test breaks one. */
const sound: Adapter<Line> = {
  contract: 1,
  descriptor: {
    id: 'lines',
    label: 'Lines',
    specUrl: undefined,
    marks: ['"lines"'],
    versionsSeen: ['1'],
    capabilities: { times: 'none', thinking: false, tokens: false, subagents: false, outcomes: false },
    ignores: {},
  },
  detect: ({ text, name }) =>
    text.startsWith('{"is":"lines"')
      ? { grade: 'certain', because: 'begins with lines', role: { is: 'primary', key: name } }
      : { grade: 'no', because: 'does not begin with lines' },
  async *parse({ files }, context) {
    for (const [source, file] of files.entries()) {
      for await (const batch of readJsonLines(file, { context, source }))
        yield batch.map((item) => (item.is === 'record' ? { ...item, value: Object(item.value) as Line } : item));
    }
  },
  createConverter(assembly) {
    const session = assembly.session('main');
    return {
      record(raw, ref) {
        session.message({ role: 'user', text: typeof raw.text === 'string' ? raw.text : '', ref });
        return 'converted';
      },
      end: () => undefined,
    };
  },
};

const samples = [{ name: 'log.jsonl', content: '{"is":"lines","text":"one"}\n{"text":"two"}\n{"text":"three"}\n' }];

/** The suite's failures for an adapter, by title of the case; empty if it passes. */
async function faultsOf(adapter: Adapter<Line>): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { title, check } of conformanceCases(adapter as Adapter, { samples, variants: 20 })) {
    await check().catch((error: Error) => {
      faults[title.replace('log.jsonl: ', '')] = error.message;
    });
  }
  return faults;
}

const converting = (record: (raw: Line, count: number) => string | undefined): Adapter<Line> => ({
  ...sound,
  createConverter(assembly) {
    let count = 0;
    return {
      record(raw, ref) {
        count += 1;
        const text = record(raw, count);
        if (text !== undefined) assembly.session('main').message({ role: 'user', text, ref });
        return 'converted';
      },
      end: () => undefined,
    };
  },
});

describe('the conformance suite', () => {
  it('accepts an adapter that follows the rules', async () => expect(await faultsOf(sound)).toEqual({}));

  it("rejects an adapter that claims other formats' files", async () => {
    const greedy = {
      ...sound,
      detect: ({ name }: { name: string }) => ({
        grade: 'likely',
        because: 'JSON',
        role: { is: 'primary', key: name },
      }),
    };
    expect(await faultsOf(greedy as Adapter<Line>)).toMatchObject({
      'leaves the logs of other formats alone': expect.stringMatching(/detect claims a log of \S+ \(JSON\)/),
    });
  });

  it('rejects an adapter that recognises none of its samples', async () => {
    const shy: Adapter<Line> = { ...sound, detect: () => ({ grade: 'no', because: 'never' }) };
    expect(await faultsOf(shy)).toMatchObject({ 'knows its samples': expect.stringContaining('at least one') });
  });

  it('rejects an adapter that loses records', async () => {
    let turn = 0;
    const lossy: Adapter<Line> = {
      ...sound,
      async *parse(source, context) {
        turn += 1;
        for await (const batch of sound.parse(source, context)) yield turn === 1 ? batch.slice(1) : batch;
      },
    };
    const [, , , , ...cases] = conformanceCases(lossy as Adapter, { samples });
    const account = cases.find(({ title }) => title.endsWith('accounts for every record'));
    await expect(account?.check()).rejects.toThrow(/parse gives 2 records, of which 3 were converted/);
  });

  it('rejects an adapter that depends on the clock or on randomness', async () => {
    const faults = await faultsOf(converting(() => `at ${Date.now()}`));
    expect(faults['goes by the log alone']).toContain('calls Date.now()');
    expect((await faultsOf(converting(() => `${Math.random()}`)))['goes by the log alone']).toContain('Math.random()');
  });

  it('rejects an adapter that depends on the file name, or on earlier conversions', async () => {
    let all = 0;
    const faults = await faultsOf(
      converting(() => {
        all += 1;
        return `record ${all}`;
      }),
    );
    expect(faults['is the same under another name']).toMatch(/^Not the same in another folder: .*record/);
  });

  it('rejects an adapter that throws on damaged input, and shows the log', async () => {
    const trusting = converting(({ text }) => (text as string).trim());
    expect((await faultsOf(trusting))['bears 20 damaged variants']).toMatch(
      /^Damaged variant \d+ of log.jsonl: .*\nIt begins:\n/,
    );
  });

  it('rejects promises that no sample keeps', async () => {
    const { descriptor } = sound;
    const promising = {
      ...sound,
      descriptor: { ...descriptor, capabilities: { ...descriptor.capabilities, tokens: true } },
    };
    expect(await faultsOf(promising)).toEqual({
      'shows what its descriptor promises':
        'capabilities.tokens is true, the samples show false: give a sample that has some, or say false.',
    });
  });

  it('rejects an undeclared reason', async () => {
    const silent: Adapter<Line> = {
      ...sound,
      createConverter: () => ({ record: () => ({ ignored: 'dull' }), end: () => undefined }),
    };
    expect((await faultsOf(silent))['accounts for every record']).toContain('ignored as "dull"');
  });
});

describe("the suite's logs of other formats", () => {
  it('are one for each format of the kit', () => {
    expect(foreignSamples.map(({ format }) => format).sort()).toEqual(
      adapters.map(({ descriptor }) => descriptor.id).sort(),
    );
  });

  it.each(foreignSamples)('of $format are recognised only by its own adapter', ({ format, name, text }) => {
    const { best, ties } = detectFormat(createSample(name, new TextEncoder().encode(text), false));
    expect([best?.adapter.descriptor.id, ties]).toEqual([format, []]);
  });
});
