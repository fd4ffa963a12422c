// The thread of a library: what it reads and converts keeps nobody waiting who only looks at a list.
import { parentPort, workerData } from 'node:worker_threads';
import { type Library, openLibrary } from './library.ts';
import { type LibraryQuestion, type LibrarySaying, type LibrarySetting, sayError } from './libraryMessages.ts';

const say = (saying: LibrarySaying): void => parentPort?.postMessage(saying);

const library: Library = await openLibrary({
  ...(workerData as LibrarySetting),
  report: (news) => say({ is: 'news', news }),
}).catch((error: unknown) => {
  say({ is: 'unopened', error: sayError(error) });
  return process.exit();
});
say({ is: 'opened' });
parentPort?.on('message', (question: LibraryQuestion) => {
  const { number } = question;
  answer(question).then(
    (opened) => say({ is: 'answer', number, ...(opened === undefined ? {} : { opened }) }),
    (error: unknown) => say({ is: 'failed', number, error: sayError(error) }),
  );
});

async function answer(question: LibraryQuestion) {
  switch (question.is) {
    case 'open':
      return library.open(question.id);
    case 'setReaders':
      library.setReaders(question.count);
      return undefined;
    case 'look':
      await library.look();
      return undefined;
    case 'readAll':
      await library.readAll();
      return undefined;
    case 'close':
      await library.close();
      parentPort?.close();
      return undefined;
  }
}
