import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  adapters,
  blobFile,
  convertFiles,
  convertSources,
  type FileOutcome,
  findSources,
  type SourceFile,
  type SourceGroup,
} from '../../src/adapters/index.ts';
import { listFiles } from '../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../data/sources');

const dropped: SourceFile[] = listFiles(samples).map((name) =>
  blobFile(new Blob([readFileSync(join(samples, name))]), name),
);

async function outcomesOf(files: readonly SourceFile[], onProgress?: (bytes: number) => void): Promise<FileOutcome[]> {
  return collect(convertFiles(files, onProgress === undefined ? {} : { onProgress }));
}

async function collect(outcomes: AsyncIterable<FileOutcome>): Promise<FileOutcome[]> {
  const all: FileOutcome[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
}

describe('files of every format, dropped together', () => {
  test('become the same sessions as the samples, with an outcome for every file', async () => {
    const outcomes = await outcomesOf(dropped);
    const sources = outcomes.filter((each) => each.is === 'source');
    const converted = new Map<string, number>();
    for (const { format, conversion } of sources) {
      converted.set(format, (converted.get(format) ?? 0) + conversion.sessions.length);
    }
    const index = JSON.parse(readFileSync(join(samples, '../sessions/index/sessions.json'), 'utf8')) as {
      sessions: { source_format: string }[];
    };
    const published = new Map<string, number>();
    for (const { source_format } of index.sessions) {
      published.set(source_format, (published.get(source_format) ?? 0) + 1);
    }
    expect(Object.fromEntries(converted)).toEqual(Object.fromEntries(published));
    expect(outcomes.filter(({ is }) => is === 'failed')).toEqual([]);

    const stated = outcomes.flatMap((each) => ('names' in each ? each.names : [each.name]));
    expect(new Set(stated)).toEqual(new Set(dropped.map(({ name }) => name)));
  });

  test('report progress', async () => {
    const steps: number[] = [];
    await outcomesOf(dropped, (bytes) => steps.push(bytes));
    expect(steps.length).toBeGreaterThan(dropped.length / 2);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });
});

test('says why no adapter claims a file of unknown format', async () => {
  const [outcome] = await outcomesOf([blobFile(new Blob(['milk, eggs']), 'shopping.txt')]);
  expect(outcome).toMatchObject({ is: 'unrecognised', name: 'shopping.txt' });
  expect(outcome?.is === 'unrecognised' && Object.keys(outcome.reasons)).toHaveLength(adapters.length);
});

test('loses nothing else if one file cannot be read', async () => {
  const broken: SourceFile = {
    name: 'broken.jsonl',
    bytes: () => {
      throw new Error('The disk is gone.');
    },
  };
  const outcomes = await outcomesOf([broken, ...dropped]);
  expect(outcomes.filter(({ is }) => is === 'failed')).toEqual([
    { is: 'failed', names: ['broken.jsonl'], format: undefined, message: 'The disk is gone.' },
  ]);
  expect(outcomes.filter(({ is }) => is === 'source').length).toBeGreaterThan(20);
});

test('stops on abort', async () => {
  const controller = new AbortController();
  const run = convertFiles(dropped, { signal: controller.signal, onProgress: () => controller.abort() });
  await expect(collect(run)).rejects.toThrow(/abort/i);
});

describe('a driver', () => {
  test('shares the sources of one iterator with others, each of which converts its own in its own way', async () => {
    const { sources } = await findSources(dropped);
    const waiting = sources.values();
    const done = new Map<SourceGroup, string>();
    const run = async (name: string): Promise<void> => {
      for await (const { source } of convertSources(waiting, async () => name)) {
        expect(done.has(source)).toBe(false);
        done.set(source, name);
      }
    };
    await Promise.all([run('here'), run('there')]);
    expect([...done.keys()]).toEqual(sources);
    expect(new Set(done.values())).toEqual(new Set(['here', 'there']));
  });

  test('gives the error of a source that cannot be converted, and goes on', async () => {
    const { sources } = await findSources(dropped);
    const full = new Error('The disk is full.');
    const outcomes: unknown[] = [];
    const convert = async (source: SourceGroup): Promise<string> => {
      if (source === sources[1]) throw full;
      return 'sent';
    };
    for await (const outcome of convertSources(sources.slice(0, 3), convert)) outcomes.push(outcome);
    expect(outcomes).toEqual([
      { is: 'converted', source: sources[0], result: 'sent' },
      { is: 'failed', source: sources[1], error: full },
      { is: 'converted', source: sources[2], result: 'sent' },
    ]);
  });

  test('counts what is read of each file, and no other', async () => {
    const { sources } = await findSources(dropped);
    const read: number[] = [];
    const files = sources.slice(0, 5).flatMap((source) => source.files);
    const readAll = async (source: SourceGroup): Promise<void> => {
      for (const file of source.files) for await (const _ of file.bytes());
    };
    for await (const _ of convertSources(sources.slice(0, 5), readAll, { onRead: (bytes) => read.push(bytes) }));
    const sizes = files.map(({ name }) => readFileSync(join(samples, name)).length);
    expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });
});
