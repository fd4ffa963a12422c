import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Adapter, convertSource, type SourceGroup } from '../../src/adapters/index.ts';
import { type Cut, groupCases } from '../../src/adapters/testing/conformance.ts';
import { summarizeConversion } from '../../src/adapters/testing/summarizeConversion.ts';
import { loadGroups } from '../helpers/loadGroups.ts';

const root = join(import.meta.dirname, '../..');

interface Options {
  /** File name, where the format has several kinds of primary files. */
  cut: Cut | ((name: string) => Cut);
  /** Adapters of the runs that logs of this format refer to. */
  pointedTo?: readonly Adapter[];
}

/** Runs the conformance suite over every sample and fixture of one of the kit's adapters. */
export async function describeAdapter(adapter: Adapter, { cut, pointedTo = [] }: Options): Promise<void> {
  const { id } = adapter.descriptor;
  const folders = [`data/sources/${id}`, `tests/fixtures/${id}`];
  const groups = (await loadGroups([adapter, ...pointedTo], root, folders)).filter(
    (group) => group.adapter === adapter,
  );
  describe(`conformance of ${id}`, () => {
    it('has samples', () => expect(groups.length).toBeGreaterThan(0));
    for (const group of groups) {
      const name = group.files[0]?.name ?? '';
      describe(name, () => {
        it('gives the expected summary', () => expectSummary(group, name));
        const kind = typeof cut === 'string' ? cut : cut(name);
        for (const { title, check } of groupCases(adapter, group, kind)) it(title, check);
      });
    }
  });
}

async function expectSummary({ adapter, ...source }: SourceGroup, name: string): Promise<void> {
  let count = 0;
  const conversion = await convertSource(adapter, source, { nameSession: () => `session-${++count}` });
  const path = join(root, 'tests/conformance/summaries', `${name.replaceAll('/', '__')}.json`);
  await expect(`${JSON.stringify(summarizeConversion(conversion), null, 2)}\n`).toMatchFileSnapshot(path);
}
