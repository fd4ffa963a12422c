import type { Fields } from '../narrow.ts';

/** How to read a call, whatever its name. */
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

/** A call waiting for its output, with what events have said about it so far. */
export interface OpenCall {
  kind: CallKind;
  /** When it was opened, ISO 8601. */
  at?: string | undefined;
  /** The patch that the call asks for, as text. */
  patch?: string | undefined;
  /** True for a script whose literal text runs one command and calls no other tool. */
  onlyCommand?: boolean;
  /** How the command ended, according to its own event. */
  commandEnd?: Fields;
  /** How the patch was applied, according to its own event. */
  patchEnd?: Fields;
  /** What the server answered, according to its own event. */
  serverEnd?: Fields;
  /** No output will follow: an event opened the call, and another one ends it. */
  byRequest?: true;
}

/** The calls of a thread that later records may refer to: open ones, and those that later calls continue. */
export interface CallBook {
  /** Open calls by native id. */
  readonly open: Map<string, OpenCall>;
  /** Native ids of the calls that started the processes still running, by the number of the process. */
  readonly processes: Map<string, string>;
  /** Native ids of the scripts still running, by the id of their cell. */
  readonly cells: Map<string, string>;
  /** Native ids of the calls that started agents, by thread id, agent path and nickname. */
  readonly spawned: Map<string, string>;
  /** The script that contained a call not made by the model itself; undefined if that is uncertain. */
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
