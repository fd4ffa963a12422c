// The worker of a loader: import this module as a worker, and give it to `createLoader`.
import type { Adapter } from '../../adapters/index.ts';
import type { LoadMessage, LoadRequest } from '../loadMessage.ts';
import { loadFiles } from './loadFiles.ts';

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<LoadRequest>) => void) | null;
  postMessage(message: LoadMessage, moved: ArrayBuffer[]): void;
};

/**
 * Lets the worker that calls it answer a loader with adapters of one's own: functions cannot be sent to a worker, so a module of
 * the app imports them and calls this once. Without a call the kit's adapters are asked. Each needs an id of its own.
 */
export function answerLoads({ adapters }: { adapters?: readonly Adapter[] } = {}): void {
  scope.onmessage = ({ data }) => {
    const post = (message: LoadMessage, moved: ArrayBuffer[]): void => scope.postMessage(message, moved);
    loadFiles(data, post, { adapters }).catch((error: unknown) => {
      post({ is: 'failed', message: error instanceof Error ? error.message : String(error) }, []);
    });
  };
}

answerLoads();
