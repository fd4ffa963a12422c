import type { Session } from '../session/index.ts';
import type { LoadMessage } from './loadMessage.ts';
import type { SessionListName, SessionPieces } from './SessionSplitter.ts';

/** Sends a message; `moved` are buffers that are transferred instead of copied. */
export type Post = (message: LoadMessage, moved: ArrayBuffer[]) => void;

/** Size of a batch of items, in bytes: a page parses one in a few milliseconds. The first ones are small, so that they come soon. */
const batchBytes = 256 * 1024;
const firstBatchBytes = 16 * 1024;

const openBracket = 0x5b;
const comma = 0x2c;
const closeBracket = 0x5d;
const encoder = new TextEncoder();

/** Collects the items of a session into batches and sends them. `check` sees each batch first, and may throw. */
export function createPiecePoster(
  session: number,
  post: Post,
  check: (list: SessionListName, json: Uint8Array) => void = () => undefined,
): Pick<SessionPieces, 'field'> & {
  item(list: SessionListName, json: Uint8Array): void;
  /** Sends items that stand together, with the commas between them, as a batch of their own. */
  run(list: SessionListName, json: Uint8Array): void;
  flush(): void;
} {
  let list: SessionListName | undefined;
  let batch = new Uint8Array(2 * batchBytes);
  let length = 0;
  let wanted = firstBatchBytes;

  const send = (of: SessionListName, items: Uint8Array): void => {
    const json = new Uint8Array(items.length + 2);
    json[0] = openBracket;
    json.set(items, 1);
    json[json.length - 1] = closeBracket;
    check(of, json);
    post({ is: 'items', session, list: of, json }, [json.buffer]);
    wanted = Math.min(batchBytes, 4 * wanted);
  };
  const flush = (): void => {
    if (list === undefined || length === 0) return;
    send(list, batch.subarray(0, length));
    length = 0;
  };
  const append = (bytes: Uint8Array): void => {
    if (length + bytes.length + 1 > batch.length) {
      const larger = new Uint8Array(2 * (length + bytes.length + 1));
      larger.set(batch.subarray(0, length));
      batch = larger;
    }
    if (length > 0) {
      batch[length] = comma;
      length += 1;
    }
    batch.set(bytes, length);
    length += bytes.length;
  };

  return {
    field(name, value) {
      const key = encoder.encode(`{${JSON.stringify(name)}:`);
      const json = new Uint8Array(key.length + value.length + 1);
      json.set(key);
      json.set(value, key.length);
      json[json.length - 1] = 0x7d;
      post({ is: 'fields', session, json }, [json.buffer]);
    },
    item(of, json) {
      if (of !== list) flush();
      list = of;
      append(json);
      if (length >= wanted) flush();
    },
    run(of, json) {
      flush();
      send(of, json);
    },
    flush,
  };
}

/** Sends a session that is in memory. */
export function postWhole(session: number, { tool_calls, events, sub_sessions, ...head }: Session, post: Post): void {
  postPieces(session, post, head, [
    ['tool_calls', jsonPieces(tool_calls, JSON.stringify)],
    ['events', jsonPieces(events, JSON.stringify)],
    ['sub_sessions', jsonPieces(sub_sessions, JSON.stringify)],
  ]);
}

/** The JSON of each item of a list. */
export function* jsonPieces<Each>(list: Iterable<Each>, json: (each: Each) => string): Generator<Uint8Array> {
  for (const each of list) yield encoder.encode(json(each));
}

/** Sends the fields and the lists of a session. */
export function postPieces(
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
