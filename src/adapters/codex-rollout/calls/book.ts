import type { Fields } from '../narrow.ts';

/** How a call is read, whatever its name. */
export type CallKind =
  /** Runs a command. */
  | 'shell'
  /** Writes to a process that a shell call started, or waits for it. */
  | 'stdin'
  /** Changes files by a patch. */
  | 'patch'
  /** Runs a script that calls tools. */
  | 'script'
  /** Waits for a script that goes on. */
  | 'cell'
  /** Starts an agent. */
  | 'spawn'
  | 'other';

/** A call that waits for its output, with what events told of it meanwhile. */
export interface OpenCall {
  kind: CallKind;
  /** When it was opened, ISO 8601. */
  at?: string | undefined;
  /** The patch that the call asks for, as text. */
  patch?: string | undefined;
  /** True of a script that runs one command and calls no other tool, as far as it is written out. */
  onlyCommand?: boolean;
  /** How the command ended, by its own event. */
  commandEnd?: Fields;
  /** How the patch was applied, by its own event. */
  patchEnd?: Fields;
  /** What the server answered, by its own event. */
  serverEnd?: Fields;
  /** No output will follow: the call was opened by an event, and another one ends it. */
  byRequest?: true;
}

/** What is remembered of the calls of a thread: those that are open, and what later calls refer to. */
export interface CallBook {
  /** Open calls by native id. */
  readonly open: Map<string, OpenCall>;
  /** Native ids of the calls that started the processes still running, by the number of the process. */
  readonly processes: Map<string, string>;
  /** Native ids of the scripts still running, by the id of their cell. */
  readonly cells: Map<string, string>;
  /** Native ids of the calls that started agents, by thread id, agent path and nickname. */
  readonly spawned: Map<string, string>;
  /** The script in which a call that the model did not make itself was made; undefined where that is not certain. */
  openScript(): string | undefined;
}

export function createCallBook(): CallBook {
  const open = new Map<string, OpenCall>();
  return {
    open,
    processes: new Map(),
    cells: new Map(),
    spawned: new Map(),
    openScript() {
      const scripts = [...open].filter(([, { kind }]) => kind === 'script' || kind === 'cell');
      return scripts.length === 1 ? scripts[0]?.[0] : undefined;
    },
  };
}
