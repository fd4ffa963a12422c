import type { LoadMessage, LoadRequest } from '../../src/loading/loadMessage.ts';
import { loadFiles } from '../../src/loading/worker/loadFiles.ts';

/** The worker's work in this thread, behind the same messages: cloned, in order, and never at once. */
export function threadWorker(seen: LoadMessage[] = []): Worker {
  let ended = false;
  const worker = {
    onmessage: null as ((event: { data: LoadMessage }) => void) | null,
    onerror: null,
    postMessage(request: LoadRequest) {
      const post = (message: LoadMessage, moved: ArrayBuffer[]): void => {
        const data = structuredClone(message, { transfer: moved });
        seen.push(data);
        setTimeout(() => {
          if (!ended) worker.onmessage?.({ data });
        });
      };
      loadFiles(request, post).catch((error: Error) => post({ is: 'failed', message: error.message }, []));
    },
    terminate() {
      ended = true;
    },
  };
  return worker as unknown as Worker;
}
