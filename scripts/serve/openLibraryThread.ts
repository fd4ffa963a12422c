import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Library, LibraryOptions, Opened } from './library.ts';
import { heardError, type LibraryQuestion, type LibrarySaying, type LibrarySetting } from './libraryMessages.ts';

/** Path beside this file, in a clone as well as in the build. */
const workerFile = `./libraryWorker${extname(import.meta.url)}`;

type Unnumbered<Question> = Question extends unknown ? Omit<Question, 'number'> : never;

/**
 * Opens a library in a thread of its own. Rejects with the error of opening, of its own class; the library's calls reject with the thread's
 * error where the thread dies.
 */
export async function openLibraryThread({ report, ...setting }: LibraryOptions): Promise<Library> {
  const waiting = new Map<number, { resolve(opened: Opened | undefined): void; reject(error: Error): void }>();
  const workerData: LibrarySetting = setting;
  const worker = new Worker(new URL(workerFile, import.meta.url), { workerData });
  let next = 0;
  let dead: Error | undefined;
  let opening: { resolve(): void; reject(error: Error): void } | undefined;
  const opened = new Promise<void>((resolve, reject) => {
    opening = { resolve, reject };
  });
  const end = (error: Error): void => {
    dead ??= error;
    opening?.reject(dead);
    for (const { reject } of waiting.values()) reject(dead);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread that reads the logs has ended. Start the command again.')));
  worker.on('message', (saying: LibrarySaying) => {
    if (saying.is === 'news') {
      report(saying.news);
      return;
    }
    if (saying.is === 'opened') {
      opening?.resolve();
      return;
    }
    if (saying.is === 'unopened') {
      end(heardError(saying.error));
      return;
    }
    const asked = waiting.get(saying.number);
    waiting.delete(saying.number);
    if (saying.is === 'answer') asked?.resolve(saying.opened);
    else asked?.reject(heardError(saying.error));
  });
  await opened;
  const ask = (question: Unnumbered<LibraryQuestion>): Promise<Opened | undefined> =>
    new Promise((resolve, reject) => {
      if (dead !== undefined) {
        reject(dead);
        return;
      }
      const number = next++;
      waiting.set(number, { resolve, reject });
      worker.postMessage({ ...question, number });
    });
  return {
    look: async () => void (await ask({ is: 'look' })),
    readAll: async () => void (await ask({ is: 'readAll' })),
    open: async (id) => (await ask({ is: 'open', id })) ?? { is: 'unknown' },
    setReaders: (count) => void ask({ is: 'setReaders', count }).catch(() => undefined),
    async close() {
      await ask({ is: 'close' }).catch(() => undefined);
      await worker.terminate();
    },
  };
}
