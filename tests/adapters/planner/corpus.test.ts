import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { planner } from '../../../src/adapters/planner/index.ts';
import { readSample } from '../../../src/adapters/read/createSample.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';
import { stringsOf } from '../../helpers/stringsOf.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/planner');

describe.skipIf(!existsSync(corpus))('planner logs of the corpus (skipped where it is absent)', () => {
  const files = listFiles(corpus).map((path) => fileOf(path, readFileSync(join(corpus, path))));

  it.each(files)('$name is recognised', async (file) => {
    const detection = planner.detect(await readSample(file.name, file.bytes()));
    expect(detection).toMatchObject({
      grade: 'certain',
      role: { is: file.name.includes('samples__') ? 'primary' : 'side' },
    });
  });

  it.each(files.filter(({ name }) => name.includes('samples__')))('$name is converted completely', async (file) => {
    const lines = readFileSync(join(corpus, file.name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const { sessions, account } = await convertSource(planner, { files: [file] });
    expect(account).toEqual({ records: lines.length, converted: lines.length, unknown: 0, ignored: {}, dropped: 0 });
    for (const [index, line] of lines.entries()) {
      const raw = JSON.parse(line);
      const made = sessions[index];
      if (made === undefined) throw new Error(`There is no session for line ${index + 1}.`);
      const session = toSession(made.session);
      const kept = stringsOf(session).join('\n').toLowerCase();
      for (const text of stringsOf(raw)) if (text !== raw.timestamp) expect(kept).toContain(text.toLowerCase());
      const calls = raw.telemetry?.researcher?.calls ?? [];
      expect(session.tool_calls.map(({ input }) => input.params.query)).toEqual(
        calls.map(({ query }: { query: string }) => query),
      );
      expect(session.events.filter(({ type }) => type === 'review')).toHaveLength(raw.review_log?.length ?? 0);
    }
  });
});
