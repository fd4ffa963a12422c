import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Library, LibraryOptions, Opened } from './library.ts';
import type { LibraryQuestion, LibrarySaying, LibrarySetting } from './libraryMessages.ts';

/** Path beside this file, in a clone as well as in the build. */
const workerFile = `./libraryWorker${extname(import.meta.url)}`;

type Unnumbered<Question> = Question extends unknown ? Omit<Question, 'number'> : never;

/** A library in a thread of its own. Its calls reject with the thread's error where the thread dies. */
export function openLibraryThread({ tell, ...setting }: LibraryOptions): Library {
  const waiting = new Map<number, { resolve(opened: Opened | undefined): void; reject(error: Error): void }>();
  const workerData: LibrarySetting = setting;
  const worker = new Worker(new URL(workerFile, import.meta.url), { workerData });
  let next = 0;
  let dead: Error | undefined;
  const end = (error: Error): void => {
    dead ??= error;
    for (const { reject } of waiting.values()) reject(dead);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread that reads the logs has ended. Start the command again.')));
  worker.on('message', (saying: LibrarySaying) => {
    if (saying.is === 'news') {
      tell(saying.news);
      return;
    }
    const asked = waiting.get(saying.number);
    waiting.delete(saying.number);
    if (saying.is === 'answer') asked?.resolve(saying.opened);
    else asked?.reject(new Error(saying.message));
  });
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
