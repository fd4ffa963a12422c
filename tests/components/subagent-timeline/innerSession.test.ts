import { expect, it } from 'vitest';
import { innerSession } from '../../../src/components/subagent-timeline/SubagentTimeline.tsx';
import type { SubSession } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const session = sessionFromText(`
  0:00 Task(look) 2m as explorer
    0:01 Task(deeper) 10s as reader
      0:02 Task(deepest) 5s as reader
        0:03 Grep(x) 20ms
  0:05 Task(other) 2m as explorer
    0:06 Read(a.ts) 20ms
`);
const ids = (runs: readonly SubSession[]) => runs.map(({ sub_session_id }) => sub_session_id);

it('contains a run with everything that ran inside it, and nothing else', () => {
  const [first, second] = session.sub_sessions as [SubSession, SubSession];
  expect(ids(innerSession(session, first).sub_sessions)).toEqual(['sub-002', 'sub-003']);
  expect(ids(innerSession(session, second).sub_sessions)).toEqual(['sub-003']);
});

it('includes no run twice if a file says that two are inside each other', () => {
  const [first, second] = session.sub_sessions as [SubSession, SubSession];
  const loop = { ...first, triggered_by_call_id: second.tool_calls[0]?.call_id ?? '' };
  const lying = { ...session, sub_sessions: [loop, second] };
  expect(ids(innerSession(lying, loop).sub_sessions)).toEqual(['sub-002']);
});
