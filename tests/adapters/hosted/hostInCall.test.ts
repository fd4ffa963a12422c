import { describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import type { Adapter, Converter } from '../../../src/adapters/contract.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { hostAsSession, hostConverter, hostInCall } from '../../../src/adapters/hosted.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const run = { format: 'inner', files: [2, 1] };
const place = (source: number) => ({ source, line: 1, byte_offset: 0, byte_length: 1 });

/** A format whose converter calls every method of a sink once. */
const inner = {
  createConverter(assembly: Parameters<Adapter['createConverter']>[0]): Converter<unknown> {
    return {
      record(value, ref) {
        const session = assembly.session('its own key');
        session.message({
          role: 'assistant',
          text: String(value),
          at: '2026-01-01T00:00:00Z',
          ref,
          extensions: { own: 1 },
        });
        session.openCall({ name: 'Task', params: {}, nativeId: 'call', ref });
        session.closeCall('call', { outcome: 'succeeded', extensions: { own: 2 } });
        session.annotate({
          from: 'call',
          to: 'call',
          phase_type: 'plan',
          annotated_by: 'auto',
          annotated_at: '2026-01-01T00:00:00Z',
          confidence: 'low',
        });
        const agent = session.subSession('agent');
        agent.describe({ triggeredBy: 'call' });
        agent.message({ role: 'user', text: 'below', ref });
        session.describe({ modelId: 'model', title: 'title', extensions: { own: 3 }, inferred: ['task_title'] });
        return 'converted';
      },
      end() {},
    };
  },
};

async function convert(makeConverter: Adapter['createConverter']) {
  const adapter: Adapter = {
    descriptor: { id: 'outer', ignores: {} } as Adapter['descriptor'],
    detect: () => ({ grade: 'no', because: '' }),
    async *parse() {
      yield [{ is: 'record' as const, value: 'said', ref: place(2) }];
    },
    createConverter: makeConverter,
  };
  const files = ['a', 'b', 'c'].map((name) => fileOf(name, name));
  const { sessions } = await convertSource(adapter, { files, joined: [run] });
  return sessions.map(({ session }) => toSession(session));
}

describe('a joined run', () => {
  it('becomes a sub-session of the call that started it', async () => {
    const heard: string[] = [];
    const [session, ...others] = await convert((assembly, { names }) => {
      const sink = assembly.session('outer');
      sink.openCall({ name: 'Task', params: {}, nativeId: 'step' });
      sink.closeCall('step', { outcome: 'succeeded' });
      const called = { key: 'outer', nativeId: 'nested', triggeredBy: 'step', agentType: 'inner agent' };
      const ears = {
        described: ({ modelId }: { modelId?: string | undefined }) => heard.push(modelId ?? ''),
        said: ({ text }: { text: string }) => heard.push(text),
      };
      return hostConverter(inner, hostInCall(assembly, called, run, ears), run, names);
    });
    expect(others).toEqual([]);
    expect(heard).toEqual(['said', 'model']);
    expect(session?.phase_annotations).toBeUndefined();
    expect(session?.provenance?.account).toMatchObject({ records: 1, converted: 1 });
    expect(session?.sub_sessions).toMatchObject([
      {
        parent_session_id: 'outer',
        triggered_by_call_id: 'tool-001',
        agent: { agent_type: 'inner agent', model_id: 'model' },
        extensions: { inner: { title: 'title', own: 3 } },
        events: [{ source_ref: { source: 2 }, extensions: { inner: { own: 1 } } }],
        tool_calls: [{ extensions: { inner: { own: 2 } }, subagent_info: { sub_session_id: 'sub-002' } }],
      },
      { parent_session_id: 'sub-001', triggered_by_call_id: 'sub-001-tool-001', events: [{ text: 'below' }] },
    ]);
    expect(session?.sub_sessions[0]?.inferred ?? []).not.toContain('task_title');
  });

  it('becomes the session itself if no call started it', async () => {
    const [session, ...others] = await convert((assembly, { names }) =>
      hostConverter(inner, hostAsSession(assembly, 'outer', run), run, names),
    );
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      session_id: 'outer',
      task_title: 'title',
      agent: { model_id: 'model' },
      extensions: { outer: { transcript: { own: 3 } } },
      events: [{ text: 'said', source_ref: { source: 2 }, extensions: { inner: { own: 1 } } }],
      phase_annotations: [{ phase_type: 'plan' }],
      sub_sessions: [{ parent_session_id: 'outer', triggered_by_call_id: 'tool-001' }],
    });
  });
});
