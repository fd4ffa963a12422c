import type { LibraryNews, LibraryOptions, Opened } from './library.ts';

/** What the thread of a library is started with. */
export type LibrarySetting = Omit<LibraryOptions, 'tell'>;

/** What it is asked; each question has a number, which its answer repeats. */
export type LibraryQuestion =
  | { number: number; is: 'look' | 'readAll' | 'close' }
  | { number: number; is: 'open'; id: string }
  | { number: number; is: 'setReaders'; count: number };

/** What it says: answers, and news in between. */
export type LibrarySaying =
  | { is: 'answer'; number: number; opened?: Opened }
  | { is: 'failed'; number: number; message: string }
  | { is: 'news'; news: LibraryNews };
