import { describe, expect, it } from 'vitest';
import {
  type Adapter,
  adapters,
  convertFiles,
  createSample,
  defineAdapter,
  detectFormat,
  findSources,
  type OutsideAdapter,
  readJsonLines,
} from '../../src/adapters/index.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

interface Note {
  note?: string;
}

const good: OutsideAdapter<Note> = {
  contract: 1,
  package: { name: '@notes/agent-replay-adapter', version: '2.1.0' },
  descriptor: {
    id: 'notes',
    label: 'Notes',
    specUrl: undefined,
    marks: ['"note"'],
    versionsSeen: ['1'],
    capabilities: { times: 'none', thinking: false, tokens: false, subagents: false, outcomes: false },
    ignores: {},
  },
  detect: ({ name, text }) =>
    text.startsWith('{"note"')
      ? { grade: 'certain', because: 'begins with a note', role: { is: 'primary', key: name } }
      : { grade: 'no', because: 'begins with no note' },
  async *parse({ files }, context) {
    for (const [source, file] of files.entries()) {
      for await (const batch of readJsonLines(file, { context, source }))
        yield batch.map((item) => (item.is === 'record' ? { ...item, value: item.value as Note } : item));
    }
  },
  createConverter(assembly) {
    const session = assembly.session('main');
    return {
      record({ note = '' }, ref) {
        session.message({ role: 'user', text: note, ref });
        return 'converted';
      },
      end: () => undefined,
    };
  },
};

const withDescriptor = (change: object) => ({ ...good, descriptor: { ...good.descriptor, ...change } });

describe('defineAdapter', () => {
  it.each([
    [{ ...good, contract: 2 }, /"notes" was made for contract 2; this kit knows 1: update agent-replay-kit/],
    [{ ...good, contract: 0 }, /made for contract 0; this kit knows 1: update the adapter/],
    [{ ...good, contract: undefined }, /names no contract: make it with defineAdapter/],
    [undefined, /no object/],
    [{ ...good, detect: undefined }, /lacks its function detect/],
    [{ ...good, paarse: () => undefined }, /member paarse, which contract 1 does not know/],
    [withDescriptor({ id: 'My Notes' }), /needs an id of small letters/],
    [withDescriptor({ ignores: { ping: '' } }), /ignores "ping" without a sentence/],
    [withDescriptor({ marks: [] }), /at least one text in marks/],
    [withDescriptor({ capabilities: { ...good.descriptor.capabilities, times: 'often' } }), /capabilities\.times/],
    [withDescriptor({ capabilities: { times: 'none' } }), /capabilities\.thinking/],
    [{ ...good, package: { name: 'a\u001b[31m', version: '1' } }, /name and version, as in its package.json/],
  ])('rejects an invalid adapter early, with an error in words (%#)', (adapter, words) => {
    expect(() => defineAdapter(adapter as OutsideAdapter<Note>)).toThrow(words);
  });

  it('accepts an instance of a class', () => {
    class Notes {
      readonly contract = 1;
      readonly descriptor = good.descriptor;
      readonly sign = '{"note"';
      detect({ text, name }: Parameters<Adapter['detect']>[0]) {
        return text.startsWith(this.sign)
          ? ({ grade: 'certain', because: 'a note', role: { is: 'primary', key: name } } as const)
          : ({ grade: 'no', because: 'none' } as const);
      }
      parse = good.parse;
      createConverter = good.createConverter;
    }
    const adapter = defineAdapter(new Notes());
    expect(adapter.detect(sampleOf('{"note":"a"}')).grade).toBe('certain');
  });
});

describe('external adapters', () => {
  it('convert files beside those of the kit, and are named as makers', async () => {
    const outcomes = [];
    const files = [fileOf('a.jsonl', '{"note":"Buy milk"}\n'), fileOf('b.txt', 'nothing')];
    for await (const outcome of convertFiles(files, { adapters: [...adapters, defineAdapter(good)] })) {
      outcomes.push(outcome);
    }
    const [nothing, source] = outcomes;
    expect(nothing).toMatchObject({ is: 'unrecognised', reasons: { notes: 'begins with no note' } });
    if (source?.is !== 'source') throw new Error('It was not converted.');
    expect(source.conversion.sessions[0]?.session.head.provenance).toMatchObject({
      source_format: 'notes',
      adapter: { package: '@notes/agent-replay-adapter', version: '2.1.0', contract: 1 },
    });
  });

  it('are rejected if two have the same id', async () => {
    const twice = defineAdapter(withDescriptor({ id: 'pi' }) as OutsideAdapter<Note>);
    await expect(findSources([], { adapters: [...adapters, twice] })).rejects.toThrow(/two adapters have the id "pi"/);
  });

  it("lose a tie against the kit's adapters in any order, and the tie is reported", () => {
    const greedy = defineAdapter({
      ...good,
      detect: ({ name }) => ({ grade: 'certain', because: 'mine', role: { is: 'primary', key: name } }),
    });
    const pi = '{"type":"session","version":3,"id":"a","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}\n';
    for (const list of [
      [greedy, ...adapters],
      [...adapters, greedy],
    ]) {
      const { best, ties } = detectFormat(sampleOf(pi), list);
      expect(best?.adapter.descriptor.id).toBe('pi');
      expect(ties.map(({ adapter }) => adapter.descriptor.id)).toEqual(['notes']);
    }
  });
});

describe('an external adapter that fails', () => {
  const outcomesOf = async (change: Partial<OutsideAdapter<Note>>) => {
    const files = [
      fileOf('a.jsonl', '{"note":"a"}\n'),
      fileOf('plan.jsonl', '{"type":"thread.started","thread_id":"x"}\n'),
    ];
    const adapter = defineAdapter({ ...good, ...change });
    const outcomes = [];
    for await (const each of convertFiles(files, { adapters: [...adapters, adapter] })) outcomes.push(each);
    // The other file is converted nevertheless.
    expect(outcomes).toContainEqual(expect.objectContaining({ is: 'source', format: 'codex-exec-json' }));
    return outcomes.find((each) => each.is !== 'source' || each.format === 'notes');
  };

  it('in detect does not claim the file, and says so', async () => {
    const broken = () => {
      throw new Error('oh no');
    };
    expect(await outcomesOf({ detect: broken })).toMatchObject({
      is: 'unrecognised',
      reasons: { notes: 'its adapter failed: oh no' },
    });
    const halfTold = { detect: () => ({ grade: 'certain', because: 'mine' }) as never };
    expect(await outcomesOf(halfTold)).toMatchObject({ reasons: { notes: expect.stringContaining('says no role') } });
  });

  it('in its converter fails that file alone', async () => {
    const createConverter = () => ({
      record(): never {
        throw new Error('oh no');
      },
      end: () => undefined,
    });
    expect(await outcomesOf({ createConverter })).toMatchObject({ is: 'failed', names: ['a.jsonl'], message: 'oh no' });
  });

  it('by returning endless records is stopped', async () => {
    async function* parse() {
      for (;;)
        yield [{ is: 'record', value: {}, ref: { source: 0, line: 1, byte_offset: 0, byte_length: 1 } } as const];
    }
    expect(await outcomesOf({ parse })).toMatchObject({
      is: 'failed',
      message: expect.stringContaining('gave more records than its files have bytes'),
    });
  });

  it('by emitting endless items is stopped', async () => {
    const createConverter: typeof good.createConverter = (assembly) => ({
      record() {
        const session = assembly.session('main');
        for (;;) session.message({ role: 'user', text: 'x'.repeat(4000) });
      },
      end: () => undefined,
    });
    expect(await outcomesOf({ createConverter })).toMatchObject({
      is: 'failed',
      message: expect.stringContaining('gave far more than its files hold'),
    });
  });
});

function sampleOf(text: string) {
  return createSample('log.jsonl', new TextEncoder().encode(text), false);
}
