// The worker of a loader: import this module as a worker, and give it to `createLoader`.
import type { LoadMessage, LoadRequest } from '../loadMessage.ts';
import { loadFiles } from './loadFiles.ts';

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<LoadRequest>) => void) | null;
  postMessage(message: LoadMessage, moved: ArrayBuffer[]): void;
};

scope.onmessage = ({ data }) => {
  const post = (message: LoadMessage, moved: ArrayBuffer[]): void => scope.postMessage(message, moved);
  loadFiles(data, post).catch((error: unknown) => {
    post({ is: 'failed', message: error instanceof Error ? error.message : String(error) }, []);
  });
};
