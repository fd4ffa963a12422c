import type { AssembledSession, ConvertedSession, Readable } from '../../adapters/index.ts';
import type { Session } from '../../session/index.ts';
import { createPiecePoster, type Post } from '../createPiecePoster.ts';
import type { SessionListName } from '../SessionSplitter.ts';

const encoder = new TextEncoder();

/** Sends a session as a conversion makes it. */
export function postConverted(session: number, { session: assembled }: ConvertedSession, post: Post): void {
  const json = (list: Iterable<Readable<unknown>>) => pieces(list, (each) => each.json());
  const { head, phases, calls, events, subSessions }: AssembledSession = assembled;
  const annotations = [...phases()];
  const fields = annotations.length === 0 ? head : { ...head, phase_annotations: annotations };
  postPieces(session, post, fields, [
    ['tool_calls', json(calls())],
    ['events', json(events())],
    ['sub_sessions', json(subSessions())],
  ]);
}

/** Sends a session that is in memory. */
export function postWhole(session: number, { tool_calls, events, sub_sessions, ...head }: Session, post: Post): void {
  postPieces(session, post, head, [
    ['tool_calls', pieces(tool_calls, JSON.stringify)],
    ['events', pieces(events, JSON.stringify)],
    ['sub_sessions', pieces(sub_sessions, JSON.stringify)],
  ]);
}

function* pieces<Each>(list: Iterable<Each>, json: (each: Each) => string): Generator<Uint8Array> {
  for (const each of list) yield encoder.encode(json(each));
}

function postPieces(
  session: number,
  post: Post,
  head: object,
  lists: readonly (readonly [SessionListName, Iterable<Uint8Array>])[],
): void {
  const poster = createPiecePoster(session, post);
  for (const [name, value] of Object.entries(head)) {
    const json = JSON.stringify(value);
    if (json !== undefined) poster.field(name, encoder.encode(json));
  }
  for (const [list, items] of lists) for (const item of items) poster.item(list, item);
  poster.flush();
}
