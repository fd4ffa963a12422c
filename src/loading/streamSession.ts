import { createReceiver, type LoadedSession, type LoadOptions } from './createLoader.ts';
import { createPiecePoster } from './createPiecePoster.ts';
import { SessionSplitter } from './SessionSplitter.ts';

/** Options of {@link streamSession}. */
export interface StreamOptions extends Pick<LoadOptions, 'onSession'> {
  readonly signal?: AbortSignal;
  /** Called with the number of bytes read so far, each time the page has had time to draw. */
  readonly onBytes?: (read: number) => void;
}

/** Milliseconds of work before the page gets time to draw. */
const turnMs = 24;

/**
 * Reads the JSON of a session of the current version as its bytes come in, without keeping them: `onSession` gets the head with the first
 * items, and more items as the session grows. Only for sessions that the kit itself has just written, because nothing is checked. Rejects
 * where the bytes are no session, with the error of `chunks`, and on abort.
 */
export async function streamSession(
  chunks: AsyncIterable<Uint8Array>,
  { signal, onBytes, onSession }: StreamOptions = {},
): Promise<LoadedSession> {
  const receiver = createReceiver([], onSession === undefined ? {} : { onSession });
  const { field, item, flush } = createPiecePoster(0, (message) => {
    if (message.is === 'fields' || message.is === 'items') receiver.take(message);
  });
  const splitter = new SessionSplitter({ field, item });
  receiver.take({ is: 'begin', session: 0 });
  let read = 0;
  let turn = performance.now();
  for await (const chunk of chunks) {
    splitter.write(chunk);
    read += chunk.length;
    if (performance.now() - turn >= turnMs) {
      onBytes?.(read);
      // Without this pause, bytes that are already there would be read in one go and nothing drawn in between.
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    signal?.throwIfAborted();
  }
  splitter.end();
  flush();
  receiver.take({ is: 'complete', session: 0, contents: [], diagnostics: [] });
  const [loaded] = receiver.report().sessions;
  if (loaded === undefined) throw new Error('agent-replay-kit: a session was completed that did not begin.');
  return loaded;
}
