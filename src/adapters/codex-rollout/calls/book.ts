import { type PlanItem, toolFacts } from '../../../session/index.ts';
import { objectsOf } from '../../../session/internal.ts';
import { asList, asObject, asText, filledText, type JsonObject } from '../../read/jsonObject.ts';

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
  commandEnd?: JsonObject;
  /** How the patch was applied, according to its own event. */
  patchEnd?: JsonObject;
  /** What the server answered, according to its own event. */
  serverEnd?: JsonObject;
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

/** The parameters of a call: parsed if they are JSON, else the text under `raw`. */
export function readArguments(given: unknown): Record<string, unknown> {
  const object = asObject(given);
  if (object !== undefined) return object;
  const text = asText(given);
  if (text === undefined) return given == null ? {} : { raw: given };
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return asObject(parsed) ?? { raw: parsed };
  } catch {
    return { raw: text };
  }
}

const kinds: ReadonlyMap<string, CallKind> = new Map([
  ['write_stdin', 'stdin'],
  ['apply_patch', 'patch'],
  ['spawn_agent', 'spawn'],
]);

/** How to read a call, by its name and, if a name has two uses, by its parameters. */
export function callKind(name: string, params: Readonly<Record<string, unknown>>, custom: boolean): CallKind {
  if (custom && name === 'exec') return 'script';
  if (name === 'wait' && 'cell_id' in params) return 'cell';
  return kinds.get(name) ?? (toolFacts(name).shell === true ? 'shell' : 'other');
}

/** Shells that take their script as a separate argument. */
const shellName = /(?:^|[\\/])(?:bash|zsh|sh|dash|fish|pwsh|powershell)(?:\.exe)?$/i;
const scriptFlags: ReadonlySet<string> = new Set(['-c', '-lc', '-ic', '-lic', '-command']);

/** The command line that a shell call runs: the script passed to a shell, else the words joined; undefined if there is none. */
export function commandOf(command: unknown): string | undefined {
  const line = asText(command);
  if (line !== undefined) return line;
  const words = asList(command).flatMap((word) => asText(word) ?? []);
  if (words.length === 0) return undefined;
  const [program = '', flag = '', script] = words;
  if (script !== undefined && words.length === 3 && shellName.test(program) && scriptFlags.has(flag.toLowerCase()))
    return script;
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The checklist in the parameters of `update_plan`; undefined if there is none. */
export function planOf(params: JsonObject): { items: PlanItem[]; explanation: string | undefined } | undefined {
  if (!Array.isArray(params.plan)) return undefined;
  const items = objectsOf(params.plan).map(
    (step): PlanItem => ({ text: asText(step.step) ?? '', status: statusOf(step.status) }),
  );
  return { items, explanation: filledText(params.explanation) };
}

function statusOf(status: unknown): PlanItem['status'] {
  return status === 'completed' || status === 'in_progress' ? status : 'pending';
}

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';

/** The patch in a text, alone or in a shell script; undefined if there is none. */
export function findPatchText(text: string): string | undefined {
  const begin = text.indexOf(BEGIN);
  if (begin === -1) return undefined;
  const end = text.indexOf(END, begin);
  return text.slice(begin, end === -1 ? undefined : end + END.length);
}
