import { createReceiver, type LoadedSession, type LoadOptions } from './createLoader.ts';
import { createPiecePoster } from './createPiecePoster.ts';
import { SessionSplitter } from './SessionSplitter.ts';

/** Options of {@link streamSession}. */
export interface StreamOptions extends Pick<LoadOptions, 'onSession'> {
  readonly signal?: AbortSignal;
  /** Called with the bytes read so far, each time the page has had a moment for itself. */
  readonly onBytes?: (read: number) => void;
}

/** The page gets a moment for itself after so long, in milliseconds. */
const turnMs = 24;

/**
 * Reads the JSON of a session of the current version as its bytes come, and keeps none of them: `onSession` gets its head with
 * the first items, and more of them as it grows. For sessions that the kit itself has just written: nothing is checked. Rejects
 * where the bytes are no session, with what `chunks` fails with, and on abort.
 */
export async function streamSession(
  chunks: AsyncIterable<Uint8Array>,
  { signal, onBytes, onSession }: StreamOptions = {},
): Promise<LoadedSession> {
  const receiver = createReceiver([], onSession === undefined ? {} : { onSession });
  const poster = createPiecePoster(0, (message) => {
    if (message.is === 'fields' || message.is === 'items') receiver.take(message);
  });
  const splitter = new SessionSplitter(poster);
  receiver.take({ is: 'begin', session: 0 });
  let read = 0;
  let turn = performance.now();
  for await (const chunk of chunks) {
    splitter.write(chunk);
    read += chunk.length;
    if (performance.now() - turn >= turnMs) {
      onBytes?.(read);
      // Bytes that are there already would otherwise be read one after the other, and nothing be drawn between.
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    signal?.throwIfAborted();
  }
  splitter.end();
  poster.flush();
  receiver.take({ is: 'complete', session: 0, contents: [], diagnostics: [] });
  const [loaded] = receiver.report().sessions;
  if (loaded === undefined) throw new Error('agent-replay-kit: a session was completed that did not begin.');
  return loaded;
}
