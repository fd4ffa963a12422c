import { type LoadedSession, type LoadOptions, receiveSession } from './createLoader.ts';
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
  { onSession, ...options }: StreamOptions = {},
): Promise<LoadedSession> {
  const receiver = receiveSession(onSession);
  const { field, item, flush } = createPiecePoster(0, receiver.take);
  const splitter = new SessionSplitter({ field, item });
  receiver.take({ is: 'begin', session: 0 });
  for await (const chunk of withPauses(chunks, options)) splitter.write(chunk);
  splitter.end();
  flush();
  return receiver.end([]);
}

/** The same chunks, with time for the page to draw after each turn of work; throws on abort. */
export async function* withPauses(
  chunks: AsyncIterable<Uint8Array>,
  { signal, onBytes }: Omit<StreamOptions, 'onSession'>,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  let turn = performance.now();
  for await (const chunk of chunks) {
    yield chunk;
    read += chunk.length;
    if (performance.now() - turn >= turnMs) {
      onBytes?.(read);
      // Without this pause, bytes that are already there would be read in one go and nothing drawn in between.
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    signal?.throwIfAborted();
  }
}
