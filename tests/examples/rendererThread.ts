// Acts as the renderer of the Electron example in a thread of its own: receives a file, loads it, and reports the outcome.
import { type MessagePort as NodePort, parentPort, workerData } from 'node:worker_threads';
import { receiveFile } from '../../examples/electron/src/receiveFile.ts';
import { createLoader } from '../../src/loading/index.ts';
import { threadWorker } from '../loading/threadWorker.ts';

const { port, name } = workerData as { port: NodePort; name: string };
const blob = await receiveFile(port as unknown as MessagePort);
const { sessions, refused } = await createLoader(() => threadWorker()).load([{ name, blob }]);
parentPort?.postMessage({ bytes: blob.size, sessions: sessions.map(({ session }) => session), refused });
