import type { Diagnostic, Session } from '../session/index.ts';
import type {
  LoadedContent,
  LoadFile,
  LoadMessage,
  LoadProgress,
  LoadRequest,
  RefusedFile,
  SentContent,
} from './loadMessage.ts';
import type { SessionListName } from './SessionSplitter.ts';

/** Assembles a session from the pieces that a worker sends. */
interface SessionBuilder {
  fields(json: Uint8Array): void;
  items(list: SessionListName, json: Uint8Array): void;
  /** The session as far as it has come; undefined until its required fields are there. */
  session(): Session | undefined;
  /** How many items have come. */
  readonly count: number;
}

// The fields that every view needs.
const needed = ['session_id', 'task_title', 'created_at', 'completed_at', 'status', 'agent', 'summary'] as const;

/** Begins a session. Each later call takes as long as parsing its piece. */
function createSessionBuilder(): SessionBuilder {
  const decoder = new TextDecoder();
  const fields = new Map<string, unknown>();
  const lists: Record<SessionListName, unknown[]> = { tool_calls: [], events: [], sub_sessions: [] };
  let count = 0;
  return {
    fields(json) {
      for (const [name, value] of Object.entries(JSON.parse(decoder.decode(json)))) fields.set(name, value);
    },
    items(list, json) {
      const items = JSON.parse(decoder.decode(json)) as unknown[];
      count += items.length;
      for (const item of items) lists[list].push(item);
    },
    session() {
      if (!needed.every((name) => fields.has(name))) return undefined;
      const { tool_calls, events, sub_sessions } = lists;
      // The worker has checked every piece. The lists are copied, so that a session given out before does not change.
      return Object.assign(Object.fromEntries(fields), {
        tool_calls: tool_calls.slice(),
        events: events.slice(),
        sub_sessions: sub_sessions.slice(),
      }) as unknown as Session;
    },
    get count() {
      return count;
    },
  };
}

/** A session as far as it has been read. */
export interface LoadedSession {
  /** Identifies the session among those of one load. */
  readonly number: number;
  readonly session: Session;
  readonly complete: boolean;
  /** Diagnostics of its file; empty until the session is complete. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts and attachments kept beside the session; empty until the session is complete. */
  readonly contents: readonly LoadedContent[];
}

/** Options of {@link Loader.load}. */
export interface LoadOptions {
  /** Masks secrets in logs that are converted. Default: true. Session files are never masked. */
  readonly redact?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LoadProgress) => void;
  /**
   * Called as soon as a session has something to show, again each time it has grown eightfold while the files are at least eight times as
   * long, and when it is complete.
   */
  readonly onSession?: (loaded: LoadedSession) => void;
}

/** The result of a load. */
export interface LoadReport {
  readonly sessions: readonly LoadedSession[];
  /** Files that gave no session, and why. */
  readonly refused: readonly RefusedFile[];
}

/** Reads sessions, and logs of any format, in a worker. */
export interface Loader {
  /**
   * Starts the worker for the next load ahead of it: its module takes some 100 ms to be fetched and compiled, which a page can spend while
   * a file is chosen or on its way. Does nothing where a worker waits already. Never throws: what keeps a worker from starting, the next load
   * says.
   */
  prepare(): void;
  /** Rejects on abort and when the worker breaks; a file that cannot be read is in the report instead. */
  load(files: readonly LoadFile[], options?: LoadOptions): Promise<LoadReport>;
  /** Ends the worker that waits for the next load. A load after that starts another worker. */
  close(): void;
}

/**
 * A session is shown again only when it has grown by this factor, and can grow by it once more: showing costs as much as there are items, so
 * all showings together cost little more than the last one.
 */
const growth = 8;

interface Reading {
  builder: SessionBuilder;
  /** Items at its last showing. */
  shown: number;
  /** Bytes of its items so far. */
  bytes: number;
}

/**
 * Makes a loader. `createWorker` starts a worker from `agent-replay-kit/loading/worker`. Loads that run at once have one worker each; the
 * worker of the last successful load, or one started by `prepare`, is kept for the next one, so that a page that has lost its network can
 * still load.
 */
export function createLoader(createWorker: () => Worker): Loader {
  let idle: Worker | undefined;
  const close = (): void => {
    idle?.terminate();
    idle = undefined;
  };
  const keep = (worker: Worker): void => {
    close();
    idle = worker;
    // Of one that breaks while it waits, the next load would hear nothing.
    worker.onerror = () => {
      if (idle === worker) close();
    };
  };
  return {
    close,
    prepare: () => {
      if (idle !== undefined) return;
      try {
        keep(createWorker());
      } catch {
        // The next load tries again, and rejects.
      }
    },
    load: (files, options = {}) =>
      new Promise((resolve, reject) => {
        const { signal, redact = true } = options;
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const worker = idle ?? createWorker();
        idle = undefined;
        const release = (): void => {
          worker.onmessage = null;
          worker.onerror = null;
          signal?.removeEventListener('abort', abort);
        };
        const succeed = (): void => {
          release();
          keep(worker);
          resolve(receive.report());
        };
        const fail = (reason: unknown): void => {
          release();
          worker.terminate();
          reject(reason);
        };
        const abort = (): void => fail(signal?.reason);
        signal?.addEventListener('abort', abort);
        const receive = createReceiver(files, options);
        worker.onmessage = ({ data }: MessageEvent<LoadMessage>) => {
          if (data.is === 'failed') fail(new Error(data.message));
          else if (data.is === 'end') succeed();
          else receive.take(data);
        };
        worker.onerror = ({ message }) => fail(new Error(message));
        worker.postMessage({ files, redact } satisfies LoadRequest);
      }),
  };
}

/** Assembles one session from pieces that were made in this thread. `end` returns it; throws where the pieces are none of a session. */
export function receiveSession(onSession: LoadOptions['onSession']): {
  take(message: LoadMessage): void;
  end(diagnostics: readonly Diagnostic[]): LoadedSession;
} {
  const receiver = createReceiver([], onSession === undefined ? {} : { onSession });
  return {
    take(message) {
      if (message.is === 'begin' || message.is === 'fields' || message.is === 'items') receiver.take(message);
    },
    end(diagnostics) {
      receiver.take({ is: 'complete', session: 0, contents: [], diagnostics });
      return receiver.report().sessions[0] as LoadedSession;
    },
  };
}

/** Assembles the sessions of a load from the worker's messages, and shows them as they grow. */
function createReceiver(files: readonly LoadFile[], { onProgress, onSession }: LoadOptions) {
  const reading = new Map<number, Reading>();
  const sessions: LoadedSession[] = [];
  const refused: RefusedFile[] = [];
  // Of pieces that come without a file nobody knows how many are to come.
  const totalBytes =
    files.length === 0 ? Number.POSITIVE_INFINITY : files.reduce((sum, { blob }) => sum + blob.size, 0);
  const show = (each: Reading, number: number): void => {
    if (onSession === undefined || each.builder.count < growth * each.shown) return;
    if (each.shown > 0 && growth * each.bytes > totalBytes) return;
    const session = each.builder.session();
    if (session === undefined) return;
    each.shown = Math.max(1, each.builder.count);
    onSession({ number, session, complete: false, diagnostics: [], contents: [] });
  };
  return {
    report: (): LoadReport => ({ sessions, refused }),
    take(message: Exclude<LoadMessage, { is: 'end' | 'failed' }>): void {
      switch (message.is) {
        case 'progress':
          onProgress?.(message.progress);
          return;
        case 'begin':
          reading.set(message.session, { builder: createSessionBuilder(), shown: 0, bytes: 0 });
          return;
        case 'fields':
          reading.get(message.session)?.builder.fields(message.json);
          return;
        case 'items': {
          const each = reading.get(message.session);
          if (each === undefined) return;
          each.bytes += message.json.length;
          each.builder.items(message.list, message.json);
          show(each, message.session);
          return;
        }
        case 'refused':
          refused.push(message.file);
          return;
        case 'complete': {
          const { session: number, diagnostics } = message;
          const contents = message.contents.map((content) => contentOf(content, files));
          const session = reading.get(number)?.builder.session();
          reading.delete(number);
          if (session === undefined)
            throw new Error(
              'The file lacks fields that every session has: it is no session, or one of an older version.',
            );
          const loaded: LoadedSession = { number, session, complete: true, diagnostics, contents };
          sessions.push(loaded);
          onSession?.(loaded);
        }
      }
    },
  };
}

function contentOf(content: SentContent, files: readonly LoadFile[]): LoadedContent {
  const { path } = content;
  if ('bytes' in content) return { path, blob: new Blob([content.bytes]) };
  const { file, start, length } = content;
  return { path, blob: (files[file]?.blob ?? new Blob()).slice(start, start + length) };
}
