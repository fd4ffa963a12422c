import { Worker } from 'node:worker_threads';
import { createRedactor } from '../../src/redaction/index.ts';
import type { FoundSource } from './detectSources.ts';
import type { FileFacts } from './foundFile.ts';
import { type SourceResult, stagedResult } from './sourceResult.ts';
import type { StageAnswer, StageJob, StageSetting } from './stageJob.ts';
import { stageSource } from './stageSource.ts';

/** Threads cost time to start: less than this is converted at once. */
const WORTH_A_THREAD_BYTES = 8 * 1024 * 1024;

/** What a thread makes it soon forgets: a small nursery is emptied often, and the megabytes that were read go with it. */
const YOUNG_MB = 24;

export interface StageRun {
  setting: StageSetting;
  /** At most so many threads. */
  jobs: number;
  startedAt(source: FoundSource): string | undefined;
  /** Called when a source is done. */
  done(source: FoundSource): void;
}

/** Converts sources into the staging folder, in threads where it pays; results come in the order of the sources. */
export function stageSources(sources: readonly FoundSource[], run: StageRun): Promise<SourceResult[]> {
  const bytes = sources.reduce((sum, source) => sum + sizeOf(source), 0);
  const threads = Math.min(run.jobs, sources.length, Math.ceil(bytes / WORTH_A_THREAD_BYTES));
  return threads <= 1 ? stageHere(sources, run) : stageInThreads(sources, run, threads);
}

export function sizeOf({ files }: FoundSource): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

async function stageHere(sources: readonly FoundSource[], run: StageRun): Promise<SourceResult[]> {
  const { redact, ...setting } = run.setting;
  const redactor = redact ? createRedactor() : undefined;
  const results: SourceResult[] = [];
  for (const [number, source] of sources.entries()) {
    const options = { ...setting, redactor, startedAt: run.startedAt(source), whole: false };
    try {
      results.push(stagedResult(source, await stageSource(source, options, String(number))));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      results.push({ is: 'failed', source, message });
    }
    run.done(source);
  }
  return results;
}

async function stageInThreads(
  sources: readonly FoundSource[],
  run: StageRun,
  threads: number,
): Promise<SourceResult[]> {
  // The largest first, so that no thread is left alone with it in the end.
  const order = [...sources.keys()].sort((a, b) => sizeAt(sources, b) - sizeAt(sources, a));
  const results = new Map<number, SourceResult>();
  await Promise.all(Array.from({ length: threads }, () => workThrough(order, sources, run, results)));
  return sources.map(
    (source, number) => results.get(number) ?? { is: 'failed', source, message: 'No thread took it.' },
  );
}

function sizeAt(sources: readonly FoundSource[], number: number): number {
  const source = sources[number];
  return source === undefined ? 0 : sizeOf(source);
}

/** One thread takes sources off the queue until it is empty. A thread that dies fails the source it was at. */
async function workThrough(
  queue: number[],
  sources: readonly FoundSource[],
  run: StageRun,
  results: Map<number, SourceResult>,
): Promise<void> {
  let worker: Worker | undefined;
  for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
    const source = sources[number];
    if (source === undefined) continue;
    worker ??= new Worker(new URL('./stageWorker.ts', import.meta.url), {
      workerData: run.setting,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const { answer, alive } = await ask(worker, jobOf(source, number, run));
    if (!alive) worker = undefined;
    results.set(number, answer.is === 'staged' ? stagedResult(source, answer.staged) : { ...answer, source });
    run.done(source);
  }
  await worker?.terminate();
}

function jobOf(source: FoundSource, number: number, run: StageRun): StageJob {
  return {
    number,
    format: source.adapter.descriptor.id,
    files: source.files.map(factsOf),
    joined: source.joined,
    ancestors: source.ancestors?.map(factsOf),
    startedAt: run.startedAt(source),
  };
}

/** A file without what cannot be sent to a thread. */
function factsOf({ path, root, size, modifiedMs, named }: FileFacts): FileFacts {
  return { path, root, size, modifiedMs, named };
}

/** The worker's answer, and whether it lives to take another source. */
function ask(worker: Worker, job: StageJob): Promise<{ answer: StageAnswer; alive: boolean }> {
  return new Promise((resolve) => {
    const onMessage = (answer: StageAnswer): void => finish(answer, true);
    const onError = ({ message }: Error): void => finish({ is: 'failed', message }, false);
    const onExit = (): void => finish({ is: 'failed', message: 'The thread that converted it ended.' }, false);
    const finish = (answer: StageAnswer, alive: boolean): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve({ answer, alive });
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(job);
  });
}
