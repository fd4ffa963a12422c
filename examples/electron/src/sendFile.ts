import { createReadStream } from 'node:fs';
import type { FileAnswer, FileMessage } from './fileMessage.ts';

/** The part of Electron's `MessagePortMain` that a transfer needs. */
export interface SendingPort {
  postMessage(message: FileMessage): void;
  on(event: 'message', listener: (event: { data: FileAnswer }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
}

const pieceBytes = 1 << 20;
/** Maximum number of pieces under way, which limits the main process's memory for a file of any size. */
const underWay = 8;

/** Reads a file and sends it piece by piece, as fast as it is taken. Never rejects: errors are sent too. */
export async function sendFile(path: string, port: SendingPort): Promise<void> {
  let stopped = false;
  let room = underWay;
  let wake: (() => void) | undefined;
  const stop = (): void => {
    stopped = true;
    wake?.();
  };
  port.on('message', ({ data }) => {
    if (data.is === 'stop') {
      stop();
      return;
    }
    room += 1;
    wake?.();
  });
  // The window was closed.
  port.on('close', stop);
  port.start();
  try {
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
      while (room === 0 && !stopped) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (stopped) return;
      room -= 1;
      // A copy of just these bytes: a view would bring along all of the buffer behind it.
      port.postMessage({ is: 'bytes', bytes: new Uint8Array(piece as Buffer) });
    }
    port.postMessage({ is: 'end' });
  } catch (error) {
    port.postMessage({ is: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
