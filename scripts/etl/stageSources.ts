import { rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Redactor } from '../../src/redaction/index.ts';
import type { FoundSource } from './collected.ts';
import { factsOf } from './collected.ts';
import { makeFolder } from './makeFolder.ts';
import { OutsideAdapterProxy } from './outsideAdapters.ts';
import { resultOf, type SourceResult, stagedResult } from './sourceResult.ts';
import type { StageAnswer, StageJob, StageSetting } from './stageJob.ts';
import { stageSource } from './stageSource.ts';

/** Path beside this file, in a clone as well as in the build. */
const workerFile = `./stageWorker${extname(import.meta.url)}`;

/** Less than this is converted without further threads, because they take time to start. */
const WORTH_A_THREAD_BYTES = 8 * 1024 * 1024;

/** Size of the young generation in MB: most objects are short-lived, and a small one is collected often, which frees what was read. */
const YOUNG_MB = 24;

/** Minimum sources or bytes of a batch, and its minimum share of what came before: publishing costs more as the folder grows. */
const BATCH_SOURCES = 256;
const BATCH_BYTES = 32 * 1024 * 1024;
const BATCH_SHARE = 1 / 4;

export interface StageRun {
  setting: StageSetting;
  /** Masks what is converted in this thread; other threads create their own from the setting. */
  redactor: Redactor | undefined;
  /** Folder for staged files; empty at first. */
  folder: string;
  /** Maximum number of threads. */
  jobs: number;
  threads: StageThreads;
  startedAt(source: FoundSource): string | undefined;
  /** Called when a source is done. */
  done(source: FoundSource): void;
  /** Called with the results of a batch, in the order of its sources; batches come one by one, always in the same order. */
  take(results: readonly SourceResult[]): Promise<void>;
}

/** Threads that convert; those started ahead load their code while this thread still looks at the files. */
interface StageThreads {
  /** A thread that is at nothing else, for whoever takes it to end. */
  take(): Worker;
  /** Ends those that nobody took. */
  end(): Promise<void>;
}

/** Starts as many threads as so many sources of so many bytes are worth, at most `jobs`; others are started when they are taken. */
export function startThreads(setting: StageSetting, jobs: number, sources: number, bytes: number): StageThreads {
  const start = (): Worker =>
    new Worker(new URL(workerFile, import.meta.url), {
      workerData: setting,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
  const worth = threadsFor(jobs, sources, bytes);
  const waiting = Array.from({ length: worth > 1 ? worth : 0 }, start);
  // Should the run fail before, they do not keep the process.
  for (const worker of waiting) worker.unref();
  return {
    take() {
      const worker = waiting.pop() ?? start();
      worker.ref();
      return worker;
    },
    async end() {
      await Promise.all(waiting.splice(0).map((worker) => worker.terminate()));
    },
  };
}

function threadsFor(jobs: number, sources: number, bytes: number): number {
  return Math.min(jobs, sources, Math.ceil(bytes / WORTH_A_THREAD_BYTES));
}

interface Task {
  source: FoundSource;
  /** Total number of sources. */
  number: number;
  batch: Batch;
}

interface Batch {
  folder: string;
  tasks: Task[];
  results: Map<Task, SourceResult>;
}

/**
 * Converts sources into the staging folder, in threads where it pays, and hands on the results batch by batch while the next ones are
 * converted. Batches depend on nothing but the sources, because names are given by batch.
 */
export async function stageSources(sources: readonly FoundSource[], run: StageRun): Promise<void> {
  const batches = cutIntoBatches(sources, run.folder);
  const bytes = sources.reduce((sum, source) => sum + sizeOf(source), 0);
  const threads = threadsFor(run.jobs, sources.length, bytes);
  const queue = orderTasks(batches, threads);
  // Where one thread cannot continue, for instance on a full disk, the others stop too.
  const stop = (): void => {
    queue.length = 0;
  };
  const handover = createHandover(batches, run, stop);
  const handOn = async (task: Task, result: SourceResult): Promise<void> => {
    task.batch.results.set(task, result);
    run.done(task.source);
    await handover.next();
  };
  try {
    if (threads <= 1) await stageHere(queue, run, handOn);
    else await Promise.all(Array.from({ length: threads }, () => stageInThread(queue, run, handOn)));
  } finally {
    stop();
    await handover.end();
  }
}

export function sizeOf({ files }: { readonly files: readonly { readonly size: number }[] }): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** In the order of the sources; the large ones come last, each by itself. */
function cutIntoBatches(sources: readonly FoundSource[], folder: string): Batch[] {
  const batches: Batch[] = [];
  let [count, bytes, before, bytesBefore] = [0, 0, 0, 0];
  const begin = (): void => {
    [before, bytesBefore, count, bytes] = [before + count, bytesBefore + bytes, 0, 0];
    batches.push({ folder: join(folder, String(batches.length)), tasks: [], results: new Map() });
  };
  const isLarge = (source: FoundSource): boolean => sizeOf(source) >= BATCH_BYTES;
  const ordered = [...sources.filter((source) => !isLarge(source)), ...sources.filter(isLarge)];
  for (const [number, source] of ordered.entries()) {
    const full =
      count >= Math.max(BATCH_SOURCES, before * BATCH_SHARE) ||
      bytes >= Math.max(BATCH_BYTES, bytesBefore * BATCH_SHARE);
    if (number === 0 || full || isLarge(source)) begin();
    const batch = batches.at(-1);
    batch?.tasks.push({ source, number, batch });
    count += 1;
    bytes += sizeOf(source);
  }
  return batches;
}

/**
 * The queue, taken from its end: batch by batch, the largest source of each first, so that no thread is left alone with it in the end. The
 * largest of all are begun at once, each in a thread of its own, while one thread takes the small ones.
 */
function orderTasks(batches: readonly Batch[], threads: number): Task[] {
  const inOrder = batches.flatMap(({ tasks }) => tasks.toSorted((a, b) => sizeOf(b.source) - sizeOf(a.source)));
  const large = inOrder
    .filter(({ source }) => sizeOf(source) >= BATCH_BYTES)
    .sort((a, b) => sizeOf(b.source) - sizeOf(a.source))
    .slice(0, Math.max(0, threads - 1));
  return [...large, ...inOrder.filter((task) => !large.includes(task))].reverse();
}

interface Handover {
  /** Hands on the batches that have become complete; resolves once no more than one of them is still to be taken. */
  next(): Promise<void>;
  /** Resolves when all have been taken, and rejects with what the receiver threw. */
  end(): Promise<void>;
}

/** Hands on every complete batch in order; calls `failed` as soon as the receiver throws. */
function createHandover(batches: readonly Batch[], { take }: StageRun, failed: () => void): Handover {
  let next = 0;
  let [before, taking] = [Promise.resolve(), Promise.resolve()];
  const handOver = async ({ folder, tasks, results }: Batch): Promise<void> => {
    await take(tasks.flatMap((task) => results.get(task) ?? []));
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    next() {
      for (let batch = batches[next]; batch?.results.size === batch?.tasks.length; batch = batches[next]) {
        if (batch === undefined) break;
        const whole = batch;
        before = taking;
        taking = taking.then(() => handOver(whole));
        taking.catch(failed);
        next += 1;
      }
      return before;
    },
    end: () => taking,
  };
}

type HandOn = (task: Task, result: SourceResult) => Promise<void>;

async function stageHere(queue: Task[], run: StageRun, handOn: HandOn): Promise<void> {
  for (let task = queue.pop(); task !== undefined; task = queue.pop()) await handOn(task, await stageTask(task, run));
}

async function stageTask({ source, number, batch }: Task, run: StageRun): Promise<SourceResult> {
  const { nonce, annotate, zone } = run.setting;
  makeFolder(batch.folder);
  const startedAt = run.startedAt(source);
  const options = { nonce, annotate, zone, redactor: run.redactor, folder: batch.folder, startedAt, whole: false };
  return resultOf(source, async () => stagedResult(source, await stageSource(source, options, String(number))));
}

/** One thread takes sources off the queue until it is empty. If the thread dies, the source it was converting fails. */
async function stageInThread(queue: Task[], run: StageRun, handOn: HandOn): Promise<void> {
  let worker: Worker | undefined;
  try {
    for (let task = queue.pop(); task !== undefined; task = queue.pop()) {
      const { source, batch } = task;
      // Outside adapters share one thread, so their sources wait for each other.
      if (source.adapter instanceof OutsideAdapterProxy) {
        await handOn(task, await stageTask(task, run));
        continue;
      }
      makeFolder(batch.folder);
      worker ??= run.threads.take();
      const { answer, alive } = await ask(worker, jobOf(task, run));
      if (!alive) worker = undefined;
      await handOn(task, answer.is === 'staged' ? stagedResult(source, answer.staged) : { ...answer, source });
    }
  } finally {
    await worker?.terminate();
  }
}

function jobOf({ source, number, batch }: Task, run: StageRun): StageJob {
  return {
    number,
    folder: batch.folder,
    format: source.adapter.descriptor.id,
    files: source.files.map(factsOf),
    joined: source.joined,
    ancestors: source.ancestors?.map(factsOf),
    startedAt: run.startedAt(source),
  };
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
