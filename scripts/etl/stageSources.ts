import { rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { convertSources } from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import type { FoundSource } from './collected.ts';
import { sentSource } from './foundFile.ts';
import { makeFolder } from './makeFolder.ts';
import { OutsideAdapterProxy } from './outsideAdapters.ts';
import { type SourceResult, stagingResult } from './sourceResult.ts';
import type { StagedSource, StageOptions } from './staged.ts';
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

/** A source to stage, and how. */
interface Task {
  source: FoundSource;
  /** Distinguishes it from the other sources. */
  name: string;
  options: Omit<StageOptions, 'redactor'>;
  batch: Batch;
}

interface Batch {
  folder: string;
  tasks: Task[];
  results: Map<FoundSource, SourceResult>;
}

/**
 * Converts sources into the staging folder, in threads where it pays, and hands on the results batch by batch while the next ones are
 * converted. Batches depend on nothing but the sources, because names are given by batch.
 */
export async function stageSources(sources: readonly FoundSource[], run: StageRun): Promise<void> {
  const batches = cutIntoBatches(sources, run);
  const bytes = sources.reduce((sum, source) => sum + sizeOf(source), 0);
  const threads = threadsFor(run.jobs, sources.length, bytes);
  const queue = orderTasks(batches, threads);
  const tasks = new Map(queue.map((task) => [task.source, task]));
  const taskOf = (source: FoundSource): Task => tasks.get(source) as Task;
  // Where one thread cannot continue, for instance on a full disk, the others stop too.
  const stop = (): void => {
    queue.length = 0;
  };
  const handover = createHandover(batches, run, stop);
  const convertIn = async (lane: Lane): Promise<void> => {
    try {
      for await (const outcome of convertSources(takeFrom(queue), (source) => lane.stage(taskOf(source)))) {
        const { source } = outcome;
        taskOf(source).batch.results.set(source, stagingResult(outcome));
        run.done(source);
        await handover.next();
      }
    } finally {
      await lane.end();
    }
  };
  try {
    const lanes = threads <= 1 ? [thisThread(run)] : Array.from({ length: threads }, () => otherThread(run));
    await Promise.all(lanes.map(convertIn));
  } finally {
    stop();
    await handover.end();
  }
}

export function sizeOf({ files }: { readonly files: readonly { readonly size: number }[] }): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** In the order of the sources; the large ones come last, each by itself. */
function cutIntoBatches(sources: readonly FoundSource[], { folder, setting, startedAt }: StageRun): Batch[] {
  const { nonce, annotate, zone } = setting;
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
    const batch = batches.at(-1) as Batch;
    const options = { nonce, annotate, zone, folder: batch.folder, startedAt: startedAt(source), whole: false };
    batch.tasks.push({ source, name: String(number), options, batch });
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
    await take(tasks.flatMap(({ source }) => results.get(source) ?? []));
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

/** The sources at the end of the queue, one by one, until it is empty. */
function* takeFrom(queue: Task[]): Generator<FoundSource> {
  for (let task = queue.pop(); task !== undefined; task = queue.pop()) {
    makeFolder(task.batch.folder);
    yield task.source;
  }
}

/** Where sources are converted, one at a time. */
interface Lane {
  stage(task: Task): Promise<StagedSource>;
  end(): Promise<void>;
}

function thisThread({ redactor }: StageRun): Lane {
  return {
    stage: ({ source, name, options }) => stageSource(source, { ...options, redactor }, name),
    end: async () => undefined,
  };
}

/** A thread of its own, started with the first source. If it dies, that source fails, and the next one gets a new thread. */
function otherThread(run: StageRun): Lane {
  const here = thisThread(run);
  let worker: Worker | undefined;
  return {
    async stage(task) {
      const { source, name, options } = task;
      const { adapter } = source;
      // Outside adapters share one thread, so their sources wait for each other.
      if (adapter instanceof OutsideAdapterProxy) return here.stage(task);
      worker ??= run.threads.take();
      const job = { source: sentSource(source), format: adapter.descriptor.id, name, options };
      const { answer, alive } = await ask(worker, job);
      if (!alive) worker = undefined;
      if (answer.is === 'failed') throw new Error(answer.message);
      return answer.staged;
    },
    async end() {
      await worker?.terminate();
    },
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
