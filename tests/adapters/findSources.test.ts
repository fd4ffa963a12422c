import { describe, expect, test, vi } from 'vitest';
import { adapterById, findSources, readSample, type SourceFile } from '../../src/adapters/index.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

const session = fileOf(
  'session.json',
  JSON.stringify({ session_id: 's', tool_calls: [], task_title: 'A task', created_at: '2026-01-01T00:00:00Z' }),
);
const list = fileOf('list.txt', 'milk, eggs');
const broken: SourceFile = {
  name: 'broken.jsonl',
  bytes: () => {
    throw new Error('The disk is gone.');
  },
};

describe('findSources', () => {
  test("returns each file's source, or why it has none, in file order", async () => {
    const { sources, passed, detections } = await findSources([broken, list, session]);
    expect(sources.map(({ adapter, files }) => [adapter.descriptor.id, ...files])).toEqual([['std001', session]]);
    expect(passed.map(({ is, file }) => [is, file])).toEqual([
      ['unreadable', broken],
      ['unrecognised', list],
    ]);
    expect([...detections.keys()]).toEqual([list, session]);
  });

  test('says of a text in UTF-16 why no adapter recognises it', async () => {
    const wide = fileOf('wide.jsonl', new Uint8Array(Buffer.from('\ufeff{"type":"thread.started"}', 'utf16le')));
    const { passed } = await findSources([wide, list]);
    expect(passed).toMatchObject([
      { is: 'unrecognised', file: wide, because: 'The file is encoded in UTF-16.' },
      { is: 'unrecognised', file: list },
    ]);
    expect(passed[1]).not.toHaveProperty('because');
  });

  test('refuses a binary file even where it is forced to be of a format', async () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, at) => (at * 89 + (at >> 5) * 57) % 256);
    const binary = fileOf('image.jsonl', bytes);
    const painted = fileOf('painted.log', `\u001b[31mred\u001b[0m\u0007\b \0\0\0\0 ${'plain text '.repeat(20)}`);
    const only = adapterById('codex-log');
    const { sources, passed } = await findSources([binary, painted], { only, isForced: () => true });
    const { passed: databases } = await findSources([fileOf('x.db', `SQLite format 3\0${'\0'.repeat(84)}`)], {});
    expect(databases).toMatchObject([{ because: 'It is a database of SQLite, but of no program that the kit knows.' }]);
    expect(passed).toMatchObject([{ is: 'unrecognised', file: binary, because: 'The file is binary, and no text.' }]);
    expect(sources.flatMap(({ files }) => files)).toEqual([painted]);
  });

  test('does not read a file whose detection is cached, and finds the same', async () => {
    const first = await findSources([list, session]);
    const sampleOf = vi.fn();
    const again = await findSources([list, session], { sampleOf, recall: (file) => first.detections.get(file) });
    expect(sampleOf).not.toHaveBeenCalled();
    expect(again).toEqual(first);
  });

  test('gives a forced file to the one adapter asked, even if that adapter rejects it', async () => {
    const only = adapterById('planner');
    const options = { only, isForced: (file: SourceFile) => file === list };
    const { sources, passed } = await findSources([list, session], options);
    expect(sources.map(({ adapter, files }) => [adapter, ...files])).toEqual([[only, list]]);
    expect(passed).toMatchObject([{ is: 'unrecognised', file: session }]);
  });

  test('throws once aborted', async () => {
    const controller = new AbortController();
    const sampleOf = ({ name, bytes }: SourceFile) => {
      controller.abort();
      return readSample(name, bytes());
    };
    await expect(findSources([session], { sampleOf, signal: controller.signal })).rejects.toThrow(/abort/i);
  });
});
