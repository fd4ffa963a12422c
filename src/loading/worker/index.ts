// The worker of a loader: start this module as a worker and give it to `createLoader`.
import type { Adapter } from '../../adapters/index.ts';
import { errorText } from '../../session/text/errorText.ts';
import type { LoadMessage, LoadRequest } from '../loadMessage.ts';
import { loadFiles } from './loadFiles.ts';

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<LoadRequest>) => void) | null;
  postMessage(message: LoadMessage, moved: ArrayBuffer[]): void;
};

/**
 * Makes the calling worker answer a loader with an app's own adapters. A module of the app imports the adapters and calls this once,
 * because functions cannot be sent to a worker. Without this call the kit's adapters are used. Each adapter needs a unique id.
 */
export function answerLoads({ adapters }: { adapters?: readonly Adapter[] } = {}): void {
  scope.onmessage = ({ data }) => {
    const post = (message: LoadMessage, moved: ArrayBuffer[]): void => scope.postMessage(message, moved);
    loadFiles(data, post, { adapters }).catch((error: unknown) => {
      post({ is: 'failed', message: errorText(error) }, []);
    });
  };
}

answerLoads();
