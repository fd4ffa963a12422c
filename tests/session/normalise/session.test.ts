import { describe, expect, it } from 'vitest';
import { parseSession, sessionSchema } from '../../../src/session/index.ts';
import { type JsonPath, toPointer } from '../../../src/session/json/values.ts';
import { annotationOf, callOf, sessionOf } from '../fixtures.ts';
import { lostLeaves } from '../lostLeaves.ts';

/** A session of v3.0 that has every field the standard demands. */
const whole = sessionOf({
  tool_calls: [
    callOf('tool-001', {
      context_contribution: { type: 'file_content', summary: 'seen' },
      subagent_info: { subagent_type: 'Explore', tool_uses: 3 },
    }),
    callOf('tool-002'),
  ],
  phase_annotations: [
    annotationOf('tool-001', 'tool-002', {
      decisions: [{ decision_id: 'dec-9', type: 'approach', description: 'how' }],
      context_used: [{ type: 'file', source: 'b.ts', relevance: 'high', usage_mode: 'read' }],
    }),
  ],
  sub_sessions: [
    {
      sub_session_id: 'sub-9',
      parent_session_id: '2026-02-01-001-memo',
      agent: { agent_type: 'Explore' },
      task: { description: 'look' },
      started_at: '2026-02-01T10:01:00.000Z',
      completed_at: '2026-02-01T10:02:00.000Z',
      status: 'success',
      tool_calls: [callOf('tool-011')],
      events: [{ event_id: 'e1', type: 'message', role: 'user', text: 'look' }],
    },
  ],
});

function* pathsOf(value: unknown, path: JsonPath = []): Generator<JsonPath> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) yield* pathsOf(each, [...path, Array.isArray(value) ? +key : key]);
}

/** A copy in which the value at a path is another one; undefined takes it out. */
function changed(json: object, path: JsonPath, value: unknown): object {
  const copy = structuredClone(json);
  let holder = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}

/** Without a list of calls, no shape of the standard is left. */
const paths = [...pathsOf(whole)].filter((path) => toPointer(path) !== '/tool_calls');

describe('a run without a start', () => {
  it('starts with its first call that has a time, even one in milliseconds', () => {
    const [run] = whole.sub_sessions as readonly object[];
    const calls = [{ ...callOf('tool-011'), started_at: 1_769_940_123_000 }];
    const unsaid = { ...run, started_at: undefined, tool_calls: calls };
    const { session } = parseSession({ ...whole, sub_sessions: [unsaid] });
    expect(session?.sub_sessions[0]?.started_at).toBe('2026-02-01T10:02:03.000Z');
  });
});

describe('a session with one wrong field', () => {
  it('has some 80 fields that can be wrong', () => expect(paths.length).toBeGreaterThan(80));

  it.each([
    ['is not there', undefined],
    ['is null', null],
    ['is a number', -71.5],
    ['is an odd word', 'odd word'],
    ['is an empty string', ''],
    ['is a list', [{ odd: 'entry' }, 'odd entry']],
    ['is an object', { odd: 'field' }],
  ])('can be saved without losing anything if the wrong field is %s', (_, value) => {
    for (const path of paths) {
      const json = changed(whole, path, value);
      const { session } = parseSession(json, { file: 'memo.json' });
      expect(sessionSchema.safeParse(session).error, toPointer(path)).toBeUndefined();
      expect(lostLeaves(json, session), toPointer(path)).toEqual([]);
    }
  });
});
