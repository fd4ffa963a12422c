export { createLoader, type LoadedSession, type Loader, type LoadOptions, type LoadReport } from './createLoader.ts';
export type { LoadedContent, LoadFile, LoadProgress, RefusedFile } from './loadMessage.ts';
