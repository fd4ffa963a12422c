import { describe, expect, it } from 'vitest';
import { findFault } from '../../scripts/fuzz/findFault.ts';
import { makeInput, sourceOf } from '../../scripts/fuzz/fuzzInput.ts';
import { loadFuzzSources } from '../../scripts/fuzz/loadFuzzSources.ts';
import { adapters } from '../../src/adapters/index.ts';
import { bytesOf } from '../helpers/sourceFiles.ts';

const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);
const formats = adapters.map(({ descriptor }) => descriptor.id);
const sources = await loadFuzzSources(formats, false);

describe.each(formats)('damaged samples of %s', (format) => {
  const groups = sources.get(format) ?? [];

  it('convert without throwing, are accounted for, and become sessions', { timeout: 60_000 }, async () => {
    for (const seed of SEEDS) {
      expect(await findFault(await makeInput(groups, seed), 17 + seed), `seed ${seed}`).toBeUndefined();
    }
  });

  it('are the same for the same seed, and mostly differ from the samples', async () => {
    const unchanged: number[] = [];
    for (const seed of SEEDS.slice(0, 20)) {
      const input = await makeInput(groups, seed);
      const again = await makeInput(groups, seed);
      expect(again.files).toEqual(input.files);
      expect(again.ancestors).toEqual(input.ancestors);
      const whole = [...input.group.files, ...(input.group.ancestors ?? [])];
      const before = await Promise.all(whole.map(bytesOf));
      const after = [...input.files, ...input.ancestors];
      if (before.every((bytes, index) => Buffer.compare(bytes, after[index] ?? new Uint8Array()) === 0)) {
        unchanged.push(seed);
      }
    }
    expect(unchanged.length).toBeLessThan(10);
  });
});

describe('the fuzz check', () => {
  const [group] = sources.get('std001') ?? [];
  if (group === undefined) throw new Error('There is no sample of std001.');
  const nothing = { group, files: group.files.map(() => new Uint8Array()), ancestors: [] };

  it('finds a throw', async () => {
    const adapter = {
      ...group.adapter,
      parse: () => {
        throw new Error('broken on purpose');
      },
    };
    const fault = await findFault({ ...nothing, group: { ...group, adapter } }, 17);
    expect(fault).toMatchObject({ kind: 'throw', detail: expect.stringContaining('broken on purpose') });
  });

  it('finds that pieces of another size yield other sessions', async () => {
    const input = { ...nothing, files: await Promise.all(group.files.map(bytesOf)) };
    const adapter: typeof group.adapter = {
      ...group.adapter,
      async *parse(source, context) {
        for await (const _ of source.files[0]?.bytes() ?? [])
          context.report({ code: 'torn-record', severity: 'notice', message: '' });
        yield* group.adapter.parse(source, context);
      },
    };
    expect(await findFault({ ...input, group: { ...group, adapter } }, 1000)).toMatchObject({ kind: 'chunks' });
  });

  it('supplies files in pieces of the requested size', async () => {
    const source = sourceOf({ ...nothing, files: [new Uint8Array(10)] }, 4);
    const sizes: number[] = [];
    for await (const { length } of source.files[0]?.bytes() ?? []) sizes.push(length);
    expect(sizes).toEqual([4, 4, 2]);
  });
});
