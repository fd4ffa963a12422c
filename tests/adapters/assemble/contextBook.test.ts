import { describe, expect, it } from 'vitest';
import { convertFiles, type SessionSink, toSession } from '../../../src/adapters/index.ts';
import { contextLinks, indexSession } from '../../../src/replay/index.ts';
import { INFERRED_CONTEXT, type Session } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';
import { assemble, at } from './assemble.ts';

const levels = 'level of the gauge at QHD: 1.87 metres above datum\nlevel of the gauge at TJN: 2.04 metres above datum';
const line = 'export const highWater = tideAt(station, noon);';

/** Searches, reads, then edits and tests: enough for two phases. */
function work(sink: SessionSink): void {
  let second = 0;
  const call = (name: string, params: object, text: string, more: object = {}) => {
    second += 1;
    const id = `native-${second}`;
    sink.openCall({ nativeId: id, name, params: { ...params }, at: at(second), ...more });
    second += 1;
    sink.closeCall(id, { outcome: 'succeeded', text, at: at(second) });
  };
  call('Grep', { pattern: 'highWater' }, 'src/tide.ts:3');
  call('Read', { file_path: '/p/src/tide.ts' }, `a\nb\n${line}`);
  call('mcp__gauge__measure', { station: 'QHD' }, levels);
  for (const name of ['moon', 'sun', 'wind']) call('Read', { file_path: `/p/src/${name}.ts` }, `one line of ${name}`);
  call('Edit', { file_path: '/p/src/tide.ts', old_string: line, new_string: 'x' }, 'updated');
  call('Write', { file_path: '/p/notes.md', content: levels }, 'written');
  for (const text of ['y', 'v', 'u', 't']) {
    call('Edit', { file_path: '/p/src/tide.ts', old_string: text, new_string: 'z' }, 'updated');
  }
}

const contexts = ({ phase_annotations = [] }: Session) =>
  phase_annotations.map(({ phase_type, context_used, inferred }) => ({ phase_type, context_used, inferred }));

describe('context of phases', () => {
  it('contains what the calls of a phase read, changed and quoted', () => {
    const { session } = assemble(work, { annotate: true });
    const [explore, execute] = contexts(session);
    expect(explore).toMatchObject({
      phase_type: 'explore',
      context_used: expect.arrayContaining([
        expect.objectContaining({ type: 'file', source: '/p/src/tide.ts', usage_mode: 'read' }),
      ]),
    });
    expect(execute).toMatchObject({
      phase_type: 'execute',
      context_used: [
        { type: 'file', source: '/p/src/tide.ts', relevance: 'high', usage_mode: 'read_then_modified' },
        {
          type: 'tool_result',
          source: 'tool-003',
          relevance: 'medium',
          summary: expect.stringContaining('mcp__gauge__measure'),
        },
      ],
    });
    for (const phase of [explore, execute]) expect(phase?.inferred).toContain(INFERRED_CONTEXT);
  });

  it('stays as it is when the session is complete; a call that comes nevertheless is kept', () => {
    const whole = assemble(work, { annotate: true }).session;
    const { session } = assemble(
      (sink) => {
        work(sink);
        sink.complete();
        sink.openCall({ nativeId: 'late', name: 'Write', params: { file_path: '/p/late.md', content: levels } });
        sink.closeCall('late', { outcome: 'succeeded', text: 'written' });
      },
      { annotate: true },
    );
    expect(contexts(session)[0]).toEqual(contexts(whole)[0]);
    expect(session.tool_calls).toHaveLength(whole.tool_calls.length + 1);
  });

  it('contains every file that one call reads', () => {
    const { session } = assemble(
      (sink) => {
        work(sink);
        for (const file of ['tide', 'moon']) {
          sink.openCall({
            nativeId: file,
            name: 'Read',
            params: { files: [`/p/docs/${file}.md`, '/p/docs/index.md'] },
            at: at(90),
          });
          sink.closeCall(file, { outcome: 'succeeded', text: file, at: at(91) });
        }
      },
      { annotate: true },
    );
    const sources = contexts(session).flatMap(({ context_used = [] }) => context_used.map(({ source }) => source));
    for (const file of ['tide', 'moon', 'index']) expect(sources).toContain(`/p/docs/${file}.md`);
  });

  it('contains the file that a command passes on', () => {
    const { session } = assemble(
      (sink) => {
        work(sink);
        for (const n of [40, 42, 44, 46]) {
          const rawCommand = "agent -p '@tasks/tide.md'";
          sink.openCall({ nativeId: `n${n}`, name: 'Task', rawCommand, params: {}, at: at(n) });
          sink.closeCall(`n${n}`, { outcome: 'succeeded', text: 'done', at: at(n + 1) });
        }
      },
      { annotate: true },
    );
    expect(contexts(session).flatMap(({ context_used = [] }) => context_used)).toContainEqual({
      type: 'file',
      source: 'tasks/tide.md',
      relevance: 'medium',
      usage_mode: 'read',
    });
  });

  it('is inferred only on request', () => {
    const { session } = assemble(work, { annotate: false });
    expect(contexts(session)).toEqual([]);
    expect(session.tool_calls.every(({ context_contribution }) => context_contribution === undefined)).toBe(true);
  });

  it('is taken from the source if the source states it', () => {
    const stated = { type: 'spec', source: 'docs/tide.md', relevance: 'low' } as const;
    const annotation = { phase_type: 'mixed', annotated_by: 'agent', annotated_at: at(0), confidence: 'high' } as const;
    const { session } = assemble(
      (sink) => {
        work(sink);
        sink.annotate({ ...annotation, from: 'native-1', to: 'native-5', context_used: [stated] });
        sink.annotate({ ...annotation, from: 'native-7', to: 'native-23', context_used: [] });
      },
      { annotate: true },
    );
    expect(contexts(session).map(({ context_used }) => context_used)).toEqual([[stated], []]);
  });

  it('marks the contribution of a used call if its log states none', () => {
    const { session } = assemble(work, { annotate: true });
    const stated = session.tool_calls.map(({ context_contribution, inferred = [] }) => [
      context_contribution?.type,
      inferred.includes('context_contribution'),
    ]);
    expect(stated[2]).toEqual(['knowledge', true]);
    expect(stated.at(-1)).toEqual([undefined, false]);
  });

  it('is no evidence for links when the session is read again', () => {
    const { session } = assemble(work, { annotate: true });
    const kinds = contextLinks(indexSession(session)).flatMap((link) => link.kinds);
    expect(kinds).not.toContain('annotation');
  });

  it('is omitted for parallel calls with the same input and output', () => {
    const { session } = assemble(
      (sink) => {
        for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
          sink.openCall({ nativeId: id, name: 'Bash', params: { command: line }, at: at(1), rawCommand: line });
        }
        for (const id of ['a', 'b', 'c', 'd', 'e', 'f'])
          sink.closeCall(id, { outcome: 'succeeded', text: line, at: at(2) });
      },
      { annotate: true },
    );
    expect(contexts(session).every(({ context_used }) => context_used === undefined)).toBe(true);
  });

  it('is also inferred for STD-001 sessions', async () => {
    const { session } = assemble(work, { annotate: false });
    const file = fileOf('s.json', JSON.stringify({ ...session, schema_version: '3.0', events: undefined }));
    for await (const outcome of convertFiles([file], { annotate: 'auto' })) {
      if (outcome.is !== 'source') throw new Error(`${outcome.is}`);
      const [converted] = outcome.conversion.sessions;
      if (converted === undefined) throw new Error('no session');
      expect(contexts(toSession(converted.session)).at(-1)?.context_used?.[0]).toMatchObject({
        source: '/p/src/tide.ts',
        usage_mode: 'read_then_modified',
      });
    }
  });
});
