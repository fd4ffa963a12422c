import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SentSource } from '../../../scripts/etl/foundFile.ts';
import type { StagedSource } from '../../../scripts/etl/staged.ts';
import type { StageAnswer, StageJob } from '../../../scripts/etl/stageJob.ts';
import type { StagingFolder } from '../../../scripts/etl/stagingFolder.ts';

/** What a thread needs to know of a source; kept in the catalogue while the source waits. */
export interface ConvertOrder extends SentSource {
  /** Adapter id. */
  format: string;
}

/** A thread that converts and masks, one source after the other. The main thread stays free to say that the worker lives. */
export interface ConvertThread {
  /** Converts a source into a folder of its own, which `use` finds and which is gone afterwards. Rejects where it failed. */
  convert<Result>(order: ConvertOrder, use: (staged: StagedSource) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** In the build a file beside this one; in a clone, that of `etl`. */
const beside = new URL('./stageWorker.js', import.meta.url);
const workerFile = existsSync(beside) ? beside : new URL('../../../scripts/etl/stageWorker.ts', import.meta.url);

export function openConvertThread(staging: StagingFolder, rules: readonly unknown[]): ConvertThread {
  let worker: Worker | undefined;
  let number = 0;
  return {
    async convert(order, use) {
      worker ??= new Worker(workerFile, { workerData: { redact: true, rules: JSON.stringify(rules) } });
      const folder = mkdtempSync(join(staging.path, 'job-'));
      try {
        const options = {
          folder,
          nonce: randomBytes(12).toString('hex'),
          annotate: 'auto',
          startedAt: undefined,
          whole: false,
        } as const;
        const answer = await ask(worker, { source: order, format: order.format, name: String(number++), options });
        if (answer.is === 'staged') return await use(answer.staged);
        // A thread that broke once is not asked again.
        await worker.terminate();
        worker = undefined;
        throw new Error(answer.message);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    async close() {
      await worker?.terminate();
      worker = undefined;
    },
  };
}

function ask(worker: Worker, job: StageJob): Promise<StageAnswer> {
  return new Promise((resolve) => {
    const onMessage = (answer: StageAnswer): void => finish(answer);
    const onError = ({ message }: Error): void => finish({ is: 'failed', message });
    const onExit = (): void => finish({ is: 'failed', message: 'The thread that converted it ended.' });
    const finish = (answer: StageAnswer): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}
