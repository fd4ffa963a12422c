import { OutputError } from '../etl/writeAtomically.ts';
import type { LibraryNews, LibraryOptions, Opened } from './library.ts';

/** What the thread of a library is started with. */
export type LibrarySetting = Omit<LibraryOptions, 'report'>;

/** What it is asked; each question has a number, which its answer repeats. */
export type LibraryQuestion =
  | { number: number; is: 'look' | 'readAll' | 'close' }
  | { number: number; is: 'open'; id: string }
  | { number: number; is: 'setReaders'; count: number };

/** What it says: answers, and news in between. */
export type LibrarySaying =
  | { is: 'answer'; number: number; opened?: Opened }
  | { is: 'failed'; number: number; error: SaidError }
  | { is: 'opened' }
  /** It could not be opened; the thread ends. */
  | { is: 'unopened'; error: SaidError }
  | { is: 'news'; news: LibraryNews };

/** An error on its way between threads, where it would lose its class. */
export interface SaidError {
  message: string;
  stack: string | undefined;
  /** Whether it is an {@link OutputError}. */
  isOutput: boolean;
  /** What an error of the system says beside its message: `code`, `syscall`, `path`, … */
  system: { [name: string]: string | number };
}

export function sayError(error: unknown): SaidError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, isOutput: false, system: {} };
  const facts = ['code', 'errno', 'syscall', 'path', 'dest', 'port'].flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  const { message, stack } = error;
  return { message, stack, isOutput: error instanceof OutputError, system: Object.fromEntries(facts) };
}

/** The error that was said, of the class that it had. */
export function heardError({ message, stack, isOutput, system }: SaidError): Error {
  const error = isOutput ? new OutputError(message) : new Error(message);
  return Object.assign(error, system, stack === undefined ? {} : { stack });
}
