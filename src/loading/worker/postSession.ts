import type { AssembledSession, ConvertedSession, Readable } from '../../adapters/index.ts';
import { jsonPieces, type Post, postPieces } from '../createPiecePoster.ts';

/** Sends a session as a conversion makes it. */
export function postConverted(session: number, { session: assembled }: ConvertedSession, post: Post): void {
  const json = (list: Iterable<Readable<unknown>>) => jsonPieces(list, (each) => each.json());
  const { head, phases, calls, events, subSessions }: AssembledSession = assembled;
  const annotations = [...phases()];
  const fields = annotations.length === 0 ? head : { ...head, phase_annotations: annotations };
  postPieces(session, post, fields, [
    ['tool_calls', json(calls())],
    ['events', json(events())],
    ['sub_sessions', json(subSessions())],
  ]);
}
