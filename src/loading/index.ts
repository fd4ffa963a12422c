export { createLoader, type LoadedSession, type Loader, type LoadOptions, type LoadReport } from './createLoader.ts';
export { createNotesStore, type NotesStore } from './createNotesStore.ts';
export {
  createRangeLoader,
  hasAbridgedCopy,
  type RangeLoaded,
  type RangeLoader,
  type RangeLoadOptions,
  type RangeSource,
  type ReadSession,
} from './createRangeLoader.ts';
export type { LoadedContent, LoadFile, LoadProgress, RefusedFile } from './loadMessage.ts';
export { readSessionFile } from './readSession.ts';
