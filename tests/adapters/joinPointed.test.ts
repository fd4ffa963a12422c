import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/adapters/contract.ts';
import { joinPointed, type SourceGroup } from '../../src/adapters/groupSources.ts';
import { fileOf } from '../helpers/sourceFiles.ts';

const id = '8322e722-9b7b-406d-bee4-88170b8c676b';

function group(format: string, names: string[], points: string[] = []): SourceGroup {
  const pointers = {
    formats: ['transcript'],
    async *of() {
      yield* points;
    },
  };
  const adapter = { descriptor: { id: format }, pointers: points.length === 0 ? undefined : pointers };
  return { adapter: adapter as unknown as Adapter, files: names.map((name) => fileOf(name, '')) };
}

const shape = (groups: readonly SourceGroup[]) =>
  groups.map(({ adapter, files, joined }) => ({
    format: adapter.descriptor.id,
    files: files.map(({ name }) => name),
    ...(joined === undefined ? {} : { joined }),
  }));

describe('joining the runs that a log points to', () => {
  it("adds a transcript's files, wherever they lie, after those of the log", async () => {
    const log = group('log', ['logs/a.jsonl', 'config'], [`/home/x/.claude/projects/-p/${id}.jsonl`]);
    const transcript = group('transcript', [`moved/${id}.jsonl`, `moved/${id}/subagents/agent-1.jsonl`]);
    expect(shape(await joinPointed([transcript, log]))).toEqual([
      {
        format: 'log',
        files: ['logs/a.jsonl', 'config', `moved/${id}.jsonl`, `moved/${id}/subagents/agent-1.jsonl`],
        joined: [{ format: 'transcript', files: [2, 3] }],
      },
    ]);
  });

  it('leaves a log unchanged if its transcript is missing', async () => {
    const groups = [group('log', ['a'], [`${id}.jsonl`]), group('transcript', ['other.jsonl'])];
    expect(shape(await joinPointed(groups))).toEqual(shape(groups));
  });

  it("joins only formats that the log's adapter accepts", async () => {
    const groups = [group('log', ['a'], [`${id}.jsonl`]), group('other', [`x/${id}.jsonl`])];
    expect(await joinPointed(groups)).toHaveLength(2);
  });

  it('joins a transcript to every log that names it, once each', async () => {
    const points = [`/old/${id}.jsonl`, `${id}.jsonl`];
    const groups = [group('log', ['a'], points), group('log', ['b'], points), group('transcript', [`t/${id}.jsonl`])];
    expect(shape(await joinPointed(groups)).map(({ files }) => files)).toEqual([
      ['a', `t/${id}.jsonl`],
      ['b', `t/${id}.jsonl`],
    ]);
  });

  it('prefers the file that shares more of the path', async () => {
    const log = group('log', ['a'], [`/home/x/-p/${id}.jsonl`]);
    const groups = [log, group('transcript', [`copy/${id}.jsonl`]), group('transcript', [`home/x/-p/${id}.jsonl`])];
    expect(shape(await joinPointed(groups))[0]?.files).toEqual(['a', `home/x/-p/${id}.jsonl`]);
  });
});
