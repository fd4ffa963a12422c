import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createManualClock, createReplay, currentItem, type Replay } from '../../../src/replay/index.ts';
import { ReplayContext, useOwnReplay, useReplay, useReplayStore } from '../../../src/replay/react/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const session = sessionFromText('0:00 user: a\n0:09 Read(b)');

function Current(): ReactNode {
  return useReplay((state) => currentItem(state.index, state.position)?.id);
}

function Status(): ReactNode {
  return useReplayStore().getState().status;
}

function Own(): ReactNode {
  return useOwnReplay(session, { clock: createManualClock(), at: 'end' }).getState().status;
}

function render(replay: Replay, child: () => ReactNode): string {
  return renderToString(createElement(ReplayContext.Provider, { value: replay }, createElement(child)));
}

describe('the hooks on the server', () => {
  it('give the state at the replay’s creation, from which the browser hydrates (useReplay)', () => {
    const replay = createReplay(session, { clock: createManualClock() });
    replay.toEnd();
    expect(render(replay, Current)).toBe('event-001');
  });

  it('give the replay, and say what to do without one (useReplayStore)', () => {
    const replay = createReplay(session, { clock: createManualClock() });
    expect(render(replay, Status)).toBe('paused');
    expect(() => renderToString(createElement(Current))).toThrow(/ReplayProvider/);
  });

  it('make a replay with the given options (useOwnReplay)', () => {
    expect(renderToString(createElement(Own))).toBe('ended');
  });
});
