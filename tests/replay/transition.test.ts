import { describe, expect, it } from 'vitest';
import {
  type Playback,
  type PlaybackEvent,
  type Position,
  type ReplayStatus,
  sessionMs,
  transition,
} from '../../src/replay/index.ts';

const positionAtMs = (at: number, item: number): Position => ({ at: sessionMs(at), item });
const start = positionAtMs(0, 0);
const anchor = positionAtMs(1000, 3);
const here = positionAtMs(2000, 5);
const there = positionAtMs(4000, 6);
const end = positionAtMs(9000, 9);

/** Playback in each status, as it can come about. */
const states: Record<ReplayStatus, Playback> = {
  paused: playback('paused', here),
  playing: playback('playing', anchor),
  ended: playback('ended', end),
  following: { ...playback('following', end), follow: true },
};

function playback(status: ReplayStatus, position: Position): Playback {
  return { status, position, anchoredAt: 0, rate: 1, skipIdle: true, follow: false };
}

const events = {
  play: { type: 'play' },
  pause: { type: 'pause' },
  toggle: { type: 'toggle' },
  'seek there': { type: 'seek', to: there },
  'seek end': { type: 'seek', to: end },
  tick: { type: 'tick' },
  grown: { type: 'grown' },
  'rate 4': { type: 'rate', rate: 4 },
  'idle kept': { type: 'idle', skip: false },
  'follow on': { type: 'follow', follow: true },
  'follow off': { type: 'follow', follow: false },
} as const;
type EventName = keyof typeof events;

/** What the store knows when the event comes: a playing replay has moved on to `here`, any other stands. */
function send(state: Playback, name: EventName, moment: Partial<PlaybackEvent['moment']> = {}): Playback {
  const position = state.status === 'playing' ? here : state.position;
  return transition(state, { ...events[name], moment: { now: 500, position, start, end, ...moment } });
}

/** Expected: status, position and what else has changed; '–' where the event does nothing. */
type Cell = '–' | readonly [ReplayStatus, Position, Partial<Playback>?];
const table: Record<EventName, Record<ReplayStatus, Cell>> = {
  play: { paused: ['playing', here], playing: '–', ended: ['playing', start], following: '–' },
  pause: { paused: '–', playing: ['paused', here], ended: '–', following: ['ended', end, { follow: false }] },
  toggle: {
    paused: ['playing', here],
    playing: ['paused', here],
    ended: ['playing', start],
    following: ['ended', end, { follow: false }],
  },
  'seek there': {
    paused: ['paused', there],
    playing: ['playing', there],
    ended: ['paused', there],
    following: ['paused', there],
  },
  'seek end': {
    paused: ['ended', end],
    playing: ['playing', end],
    ended: ['ended', end],
    following: ['following', end],
  },
  tick: { paused: '–', playing: ['playing', here], ended: '–', following: '–' },
  grown: { paused: ['paused', here], playing: ['playing', here], ended: ['ended', end], following: ['following', end] },
  'rate 4': {
    paused: ['paused', here, { rate: 4 }],
    playing: ['playing', here, { rate: 4 }],
    ended: ['ended', end, { rate: 4 }],
    following: ['following', end, { rate: 4 }],
  },
  'idle kept': {
    paused: ['paused', here, { skipIdle: false }],
    playing: ['playing', here, { skipIdle: false }],
    ended: ['ended', end, { skipIdle: false }],
    following: ['following', end, { skipIdle: false }],
  },
  'follow on': {
    paused: ['paused', here, { follow: true }],
    playing: ['playing', here, { follow: true }],
    ended: ['following', end, { follow: true }],
    following: ['following', end],
  },
  'follow off': {
    paused: ['paused', here],
    playing: ['playing', here],
    ended: ['ended', end],
    following: ['ended', end, { follow: false }],
  },
};

describe('transition', () => {
  describe.each(Object.entries(table))('on event %s', (name, cells) => {
    it.each(Object.entries(cells))('changes a replay in state %s as the table says', (status, cell) => {
      const state = states[status as ReplayStatus];
      const after = send(state, name as EventName);
      if (cell === '–') {
        expect(after).toBe(state);
        return;
      }
      const [expectedStatus, position, changes] = cell;
      const { anchoredAt, ...rest } = after;
      const { anchoredAt: _, ...before } = state;
      expect(rest).toEqual({ ...before, status: expectedStatus, position, ...changes });
      if (after.status === 'playing') expect(anchoredAt).toBe(500);
    });
  });

  it('ends a playing replay when a tick finds it at the end', () => {
    expect(send(states.playing, 'tick', { position: end }).status).toBe('ended');
    expect(send({ ...states.playing, follow: true }, 'tick', { position: end }).status).toBe('following');
  });

  it('ends a replay that is paused at the very end', () => {
    expect(send(states.playing, 'pause', { position: end }).status).toBe('ended');
  });

  it('pauses an ended replay when the session grows beyond it, and moves a following one along', () => {
    const grownEnd = positionAtMs(12_000, 12);
    expect(send(states.ended, 'grown', { position: end, end: grownEnd })).toMatchObject({
      status: 'paused',
      position: end,
    });
    expect(send(states.following, 'grown', { position: end, end: grownEnd })).toMatchObject({
      status: 'following',
      position: grownEnd,
    });
  });

  it('does not start a replay without length', () => {
    expect(send(states.ended, 'play', { start: end })).toBe(states.ended);
  });

  it.each([
    [0.1, 0.5],
    [99, 32],
    [Number.POSITIVE_INFINITY, 32],
    [Number.NaN, 1],
    [2, 2],
  ])('takes the rate %d as %d', (rate, taken) => {
    const moment = { now: 0, position: here, start, end };
    expect(transition(states.paused, { type: 'rate', rate, moment }).rate).toBe(taken);
  });
});
