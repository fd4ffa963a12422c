import { extname } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Adapter, Companions, Descriptor, Detection, Sample } from '../../src/adapters/index.ts';
import type { FoundSource } from './collected.ts';
import type { MemoryConversion } from './convertInMemory.ts';
import { type SentSource, sentSource } from './foundFile.ts';
import type { StagedSource, StageOptions } from './staged.ts';

/** Path beside this file, in a clone as well as in the build. */
const workerFile = `./adapterWorker${extname(import.meta.url)}`;

/** Time limits in milliseconds: for modules to load, for a look at one file, and for the next sign of progress while a log is converted. */
const defaultLimits = { load: 30_000, look: 5_000, sign: 30_000 };

/** Memory limit of the thread that converts a log, in MiB. */
const MOST_MEMORY_MB = 1024;

/** After this many files without an answer, an adapter is not asked again. */
const MOST_HANGS = 3;

/** Input of the adapters' thread. */
export interface AdapterSetting {
  /** URL of a module whose default export holds `adapters` and `paths`. */
  config: string | undefined;
  /** URLs of modules that each export one adapter, as default or as `adapter`. */
  modules: readonly string[];
  redact: boolean;
  rules: string | undefined;
  /** Shared memory: [0] is set to 1 when a question is answered; [1] counts records. */
  signs: Int32Array;
}

/** What the thread reports once its modules are loaded. */
export type Loaded =
  | {
      is: 'loaded';
      adapters: readonly {
        descriptor: Descriptor;
        contract: number | undefined;
        package: { name: string; version: string } | undefined;
        hasCompanions: boolean;
      }[];
      paths: readonly string[] | undefined;
      /** A hash of the adapters' code; undefined where this Node does not tell which files belong to it. */
      code: string | undefined;
    }
  | { is: 'refused'; message: string };

export type AdapterQuestion =
  | { ask: 'detect'; adapter: number; sample: Sample }
  | { ask: 'companions'; adapter: number; name: string };

export type AdapterAnswer = { is: 'value'; value: unknown } | { is: 'failed'; message: string };

/** A source to convert: into a staging folder, or to be returned. */
export interface OutsideJob {
  adapter: number;
  source: SentSource;
  to:
    | { is: 'folder'; name: string; options: Omit<StageOptions, 'redactor'> }
    | { is: 'memory'; zone: string | undefined };
}

/** Options of {@link openOutsideAdapters}. */
export interface OutsideOptions extends Pick<AdapterSetting, 'config' | 'modules' | 'redact' | 'rules'> {
  limits?: Partial<typeof defaultLimits>;
  /** Called with what the adapters write to their console. */
  say?: (text: string) => void;
}

/** Outside adapters, which run in a thread of their own. */
export interface OutsideAdapters {
  adapters: readonly OutsideAdapterProxy[];
  /** Paths that the configuration names. */
  paths: readonly string[] | undefined;
  /** A hash of their code. */
  code: string;
  /** Ends their thread; call nothing afterwards. */
  close(): Promise<void>;
}

/** Loads adapters into a thread. Throws a one-sentence error where a module cannot be loaded or exports no adapter. */
export async function openOutsideAdapters({ limits, say, ...setting }: OutsideOptions): Promise<OutsideAdapters> {
  const thread = new AdapterThread(setting, { ...defaultLimits, ...limits }, say);
  const loaded = await thread.load();
  if (loaded.is === 'refused') throw new Error(loaded.message);
  return {
    adapters: loaded.adapters.map((facts, index) => new OutsideAdapterProxy(thread, index, facts)),
    paths: loaded.paths,
    // Where the code cannot be hashed, nothing that it made earlier is trusted.
    code: loaded.code ?? `unknown ${Date.now()}`,
    close: () => thread.end(),
  };
}

type Facts = Extract<Loaded, { is: 'loaded' }>['adapters'][number];

/** A proxy for an adapter in the thread. Questions about a file block up to the time limit; logs are converted in the thread. */
export class OutsideAdapterProxy implements Adapter {
  readonly descriptor: Descriptor;
  readonly contract: number;
  readonly companions?: (name: string) => Companions | undefined;
  private readonly thread: AdapterThread;
  private readonly index: number;
  private hangs = 0;

  constructor(thread: AdapterThread, index: number, { descriptor, contract = 1, hasCompanions }: Facts) {
    this.thread = thread;
    this.index = index;
    this.descriptor = descriptor;
    this.contract = contract;
    if (hasCompanions) {
      this.companions = (name) => {
        try {
          return companionsIn(this.ask({ ask: 'companions', adapter: index, name }));
        } catch {
          // The log itself is converted without them, and reports what is missing.
          return undefined;
        }
      };
    }
  }

  /** Throws where the adapter throws or does not answer in time. */
  detect(sample: Sample): Detection {
    return this.ask({ ask: 'detect', adapter: this.index, sample }) as Detection;
  }

  parse(): never {
    throw new Error(`The logs of ${this.descriptor.id} are converted in the thread of its adapter.`);
  }

  createConverter(): never {
    return this.parse();
  }

  /** Writes the sessions of a source, unnamed, into the staging folder. Throws where the adapter throws or hangs. */
  stage(source: FoundSource, { redactor: _, ...options }: StageOptions, name: string): Promise<StagedSource> {
    return this.run<StagedSource>({ source: sentSource(source), to: { is: 'folder', name, options } });
  }

  /** Converts a source in memory. Throws as {@link stage} does. */
  convert(source: FoundSource, zone?: string): Promise<MemoryConversion> {
    return this.run<MemoryConversion>({ source: sentSource(source), to: { is: 'memory', zone } });
  }

  private run<Result>(job: Omit<OutsideJob, 'adapter'>): Promise<Result> {
    return this.thread.run({ ...job, adapter: this.index }, this.descriptor.id) as Promise<Result>;
  }

  private ask(question: AdapterQuestion): unknown {
    if (this.hangs >= MOST_HANGS) throw new Error('it gave no answer too often, and is asked no more');
    const answer = this.thread.ask(question);
    if (answer === undefined) {
      this.hangs += 1;
      throw new Error('it gave no answer in time');
    }
    if (answer.is === 'failed') throw new Error(answer.message);
    return answer.value;
  }
}

function companionsIn(value: unknown): Companions | undefined {
  const { folders, files } = (value ?? {}) as Partial<Companions>;
  if (!Array.isArray(folders) || !folders.every((each) => typeof each === 'string')) return undefined;
  const isWhole =
    files !== undefined && [files.begin, files.end, files.mention].every((each) => typeof each === 'string');
  return { folders, ...(isWhole ? { files } : {}) };
}

interface Running {
  worker: Worker;
  port: MessagePort;
  loaded: Promise<Loaded>;
  isFresh: boolean;
}

/** The thread; one that hangs or dies is ended, and the next question starts a new one. */
class AdapterThread {
  private readonly signs = new Int32Array(new SharedArrayBuffer(8));
  private readonly setting: Omit<AdapterSetting, 'signs'>;
  private readonly limits: typeof defaultLimits;
  private readonly say: ((text: string) => void) | undefined;
  private running: Running | undefined;
  /** One log at a time: they share the progress counter. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(setting: Omit<AdapterSetting, 'signs'>, limits: typeof defaultLimits, say?: (text: string) => void) {
    this.setting = setting;
    this.limits = limits;
    this.say = say;
  }

  async load(): Promise<Loaded> {
    const running = this.begin();
    const { worker, loaded } = running;
    worker.ref();
    const seconds = this.limits.load / 1000;
    const late = new Promise<Loaded>((resolve) => {
      const message = `its modules were not loaded in ${seconds} s: nothing at their top level may wait or go on for ever.`;
      setTimeout(() => resolve({ is: 'refused', message }), this.limits.load).unref();
    });
    const first = await Promise.race([loaded, late]);
    running.isFresh = false;
    if (first.is === 'refused') await this.end();
    else worker.unref();
    return first;
  }

  /** Blocks until the answer comes; undefined if it does not come in time. */
  ask(question: AdapterQuestion): AdapterAnswer | undefined {
    const running = this.begin();
    const { load, look } = this.limits;
    Atomics.store(this.signs, 0, 0);
    running.port.postMessage(question);
    Atomics.wait(this.signs, 0, 0, running.isFresh ? load + look : look);
    const answer = receiveMessageOnPort(running.port)?.message as AdapterAnswer | undefined;
    if (answer === undefined) void this.end();
    running.isFresh = false;
    return answer;
  }

  run(job: OutsideJob, id: string): Promise<unknown> {
    const next = this.last.then(() => this.convert(job, id));
    this.last = next.catch(() => undefined);
    return next;
  }

  private async convert(job: OutsideJob, id: string): Promise<unknown> {
    const running = this.begin();
    const { worker } = running;
    worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        const fail = (message: string): void => reject(new Error(message));
        const died = (error: Error): void => fail(`The adapter ${id} ended: ${error.message}.`);
        const exited = (): void => fail(`The adapter ${id} ended its thread.`);
        const stop = this.watch(running.isFresh, (seconds) =>
          fail(`The adapter ${id} gave no sign for ${seconds} s, and was stopped.`),
        );
        const done = (answer: AdapterAnswer | Loaded): void => {
          if (answer.is === 'value') resolve(answer.value);
          else if (answer.is !== 'loaded') fail(answer.message);
        };
        this.settle = () => {
          stop();
          worker.off('message', done).off('error', died).off('exit', exited);
        };
        worker.on('message', done).on('error', died).on('exit', exited);
        worker.postMessage(job);
      });
    } catch (error) {
      await this.end();
      throw error;
    } finally {
      running.isFresh = false;
      this.settle();
      worker.unref();
    }
  }

  /** Stops listening for the log that is being converted. */
  private settle: () => void = () => undefined;

  /** Calls `onHang` when no record was read or converted for too long; before its first sign, a fresh thread also loads its modules. */
  private watch(isFresh: boolean, onHang: (seconds: number) => void): () => void {
    const { load, sign } = this.limits;
    let limit = isFresh ? load + sign : sign;
    let seen = Atomics.load(this.signs, 1);
    let since = Date.now();
    const timer = setInterval(
      () => {
        const now = Atomics.load(this.signs, 1);
        if (now !== seen) [seen, since, limit] = [now, Date.now(), sign];
        else if (Date.now() - since >= limit) onHang(limit / 1000);
      },
      Math.min(1000, sign / 4),
    );
    return () => clearInterval(timer);
  }

  private begin(): Running {
    if (this.running !== undefined) return this.running;
    const { port1, port2 } = new MessageChannel();
    const workerData = { ...this.setting, signs: this.signs, port: port2 };
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
      // Warnings concern how a module is written; its author sees them elsewhere.
      execArgv: [...process.execArgv, '--no-warnings'],
      stdout: true,
      stderr: true,
    });
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => this.say?.(text.trimEnd()));
    }
    const loaded = new Promise<Loaded>((resolve) => {
      worker.once('message', resolve);
      worker.once('error', ({ message }) => resolve({ is: 'refused', message }));
      worker.once('exit', () => resolve({ is: 'refused', message: 'its thread ended while it loaded.' }));
    });
    worker.on('error', () => this.forget(worker)).on('exit', () => this.forget(worker));
    worker.unref();
    port1.unref();
    this.running = { worker, port: port1, loaded, isFresh: true };
    return this.running;
  }

  private forget(worker: Worker): void {
    if (this.running?.worker === worker) this.running = undefined;
  }

  async end(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    running?.port.close();
    await running?.worker.terminate();
  }
}
