import type { FileAnswer, FileMessage } from './fileMessage.ts';

/** Options for receiving a file. */
export interface ReceiveOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of bytes received so far. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Receives the file that `sendFile` sends, as a blob: Chromium keeps the pieces of a large blob out of the page's memory. The kit's loader
 * passes the blob to its worker without reading it here. Rejects with what went wrong, or on abort.
 */
export function receiveFile(port: MessagePort, { signal, onBytes }: ReceiveOptions = {}): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const pieces: Blob[] = [];
    let bytes = 0;
    const answer = (is: FileAnswer['is']): void => port.postMessage({ is } satisfies FileAnswer);
    const end = (): void => {
      signal?.removeEventListener('abort', abort);
      port.close();
    };
    const abort = (): void => {
      answer('stop');
      end();
      reject(signal?.reason);
    };
    port.onmessage = ({ data }: MessageEvent<FileMessage>) => {
      switch (data.is) {
        case 'bytes':
          pieces.push(new Blob([data.bytes]));
          bytes += data.bytes.byteLength;
          onBytes?.(bytes);
          answer('taken');
          return;
        case 'end':
          end();
          resolve(new Blob(pieces));
          return;
        case 'failed':
          end();
          reject(new Error(data.message));
          return;
        default:
          data satisfies never;
      }
    };
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort);
  });
}
