import { describe, expect, it } from 'vitest';
import { filesExplored, indexSession, type PhaseBlock, phaseBlocks } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const drawn = `
  == explore
  0:00 Read(a.ts)
  0:01 Read(b.ts)
  0:02 Read(a.ts)
  0:03 Read(c.ts) failed
  == execute
  0:04 Edit(b.ts)
`;

function explored(session: Session) {
  const index = indexSession(session);
  return filesExplored(index, phaseBlocks(index)[0] as PhaseBlock);
}

describe('filesExplored', () => {
  it('gives the files that the phase’s calls read, as used if they were changed', () => {
    expect(explored(sessionFromText(drawn))).toEqual([
      { path: 'a.ts', reason: undefined, used: false, from: 'inferred' },
      { path: 'b.ts', reason: undefined, used: true, from: 'inferred' },
    ]);
  });

  it('marks files as used if the annotation names them, in any wording', () => {
    const session = sessionFromText(drawn.replaceAll('a.ts', '/home/me/memo/src/a.ts'));
    const context_used = [{ type: 'file', source: 'src/a.ts', relevance: 'high' }];
    Object.assign(session.phase_annotations?.[0] ?? {}, { context_used });
    expect(explored(session)).toMatchObject([{ path: '/home/me/memo/src/a.ts', used: true }, { used: true }]);
  });

  it('prefers the recorded files', () => {
    const session = sessionFromText(drawn);
    Object.assign(session.phase_annotations?.[0] ?? {}, {
      exploration_record: {
        files_considered: [{ path: 'x.ts', reason: 'named in the task', used: true }, { path: 'y.ts' }],
      },
    });
    expect(explored(session)).toEqual([
      { path: 'x.ts', reason: 'named in the task', used: true, from: 'recorded' },
      { path: 'y.ts', reason: undefined, used: undefined, from: 'recorded' },
    ]);
  });
});
