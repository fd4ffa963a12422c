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

describe('on the server', () => {
  it('useReplay gives what the replay was at its creation, which is what the browser takes over', () => {
    const replay = createReplay(session, { clock: createManualClock() });
    replay.toEnd();
    expect(render(replay, Current)).toBe('event-001');
  });

  it('useReplayStore gives the replay, and says what to do where there is none', () => {
    const replay = createReplay(session, { clock: createManualClock() });
    expect(render(replay, Status)).toBe('paused');
    expect(() => renderToString(createElement(Current))).toThrow(/ReplayProvider/);
  });

  it('useOwnReplay makes a replay with the options given', () => {
    expect(renderToString(createElement(Own))).toBe('ended');
  });
});
