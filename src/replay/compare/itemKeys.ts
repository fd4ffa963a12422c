import { touchesOf } from '../../session/facts/callFiles.ts';
import { commandOf } from '../../session/facts/callTexts.ts';
import { eventText } from '../../session/facts/eventText.ts';
import type { SessionEvent, ToolCall } from '../../session/index.ts';
import type { ReplayItem } from '../replayItem.ts';

/** Depth below which values count as equal: no tool takes such deep input, and a log may nest without end. */
const deepest = 40;

/** A value of a log as text, equal for equal values: keys sorted, line endings unified, the session's folder removed from every text. */
export function canonicalJson(value: unknown, cwd: string | undefined, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(comparableText(value, cwd));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (depth === deepest) return '\u2026';
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each, cwd, depth + 1)).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each, cwd, depth + 1)}`).join(',')}}`;
}

/** A text without what differs between two checkouts and two systems: the folder, line endings, surrounding space. */
function comparableText(text: string, cwd: string | undefined): string {
  const plain = text.replaceAll('\r\n', '\n').trim();
  return cwd === undefined || cwd.length < 2 ? plain : plain.replaceAll(`${cwd}/`, '').replaceAll(cwd, '.');
}

const assignment = /^[A-Za-z_]\w*=/;
const verb = /^[a-z][\w:-]*$/;
/** Length of the start of a command in which the program and its verb are found. */
const looked = 200;

/** The subject of a command: its program, with the program's verb where it has one, such as `git status`. */
function commandSubject(command: string): string {
  const words = afterFolder(command.slice(0, looked))
    .split(/\s+/)
    .filter((word) => word !== '');
  const at = words.findIndex((word) => !assignment.test(word));
  const program = lastPart(words[at] ?? '');
  const next = words[at + 1] ?? '';
  return verb.test(next) ? `${program} ${next}` : program;
}

/** `cd somewhere && command` */
function afterFolder(command: string): string {
  const at = command.startsWith('cd ') ? command.indexOf('&&') : -1;
  return at < 0 ? command : command.slice(at + 2);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** The keys by which an item is found again in another session. */
interface ItemKeys {
  /** What it is about: tool and file, tool and program, or speaker. Items with the same subject may be one changed thing. */
  readonly subject: string;
  /** Subject and input. */
  readonly exact: string;
  /** Weight of a pair with this key, 1 to 4. */
  readonly weight: number;
}

/** The keys of an item; `cwd` is the folder in which its session began. */
export function itemKeys(item: ReplayItem, cwd: string | undefined): ItemKeys {
  const { subject, weight } = item.is === 'call' ? callSubject(item.call, cwd) : eventSubject(item.event);
  return { subject, exact: `${subject}\n${inputKey(item, cwd)}`, weight };
}

/** An item's input, or its text, as text that is equal for equal inputs. */
function inputKey(item: ReplayItem, cwd: string | undefined): string {
  if (item.is === 'event') return eventKey(item.event, cwd);
  const command = commandOf(item.call);
  // A command's description and time limit may be worded differently without making it another command.
  return command === undefined ? canonicalJson(item.call.input.params, cwd) : comparableText(command, cwd);
}

/**
 * A call that touches a file is about that file, whether it reads or changes it: `Edit` and `apply_patch` have the same subject. A command
 * is about its program. Any other call is about its tool and the folder that it looks through.
 */
function callSubject(call: ToolCall, cwd: string | undefined): { subject: string; weight: number } {
  const [touch] = touchesOf(call);
  if (touch !== undefined) {
    const does = touch.access === 'read' ? 'read' : 'change';
    return { subject: `${does} ${comparablePath(touch.path, cwd)}`, weight: 4 };
  }
  const command = commandOf(call);
  if (command !== undefined) return { subject: `run ${commandSubject(comparableText(command, cwd))}`, weight: 4 };
  const { path } = call.input.params;
  const where = typeof path === 'string' ? comparablePath(path, cwd) : '';
  return { subject: `tool ${call.tool_name.toLowerCase()} ${where}`, weight: 3 };
}

function eventSubject(event: SessionEvent): { subject: string; weight: number } {
  switch (event.type) {
    case 'message':
      return { subject: `message ${event.role} ${event.origin ?? ''}`, weight: event.role === 'user' ? 3 : 1 };
    case 'notice':
      return { subject: `notice ${event.kind}`, weight: 1 };
    case 'unknown':
      return { subject: `unknown ${event.record_type}`, weight: 1 };
    case 'thinking':
    case 'plan':
    case 'review':
    case 'usage':
      return { subject: event.type, weight: 1 };
  }
}

function eventKey(event: SessionEvent, cwd: string | undefined): string {
  switch (event.type) {
    case 'message':
    case 'notice':
    case 'thinking':
      return comparableText(eventText(event), cwd);
    case 'plan':
      return canonicalJson([event.explanation, event.items.map(({ text, status }) => [text, status])], cwd);
    case 'review':
      return canonicalJson([event.attempt, event.action, event.feedback], cwd);
    case 'usage':
      return canonicalJson(event.usage, cwd);
    case 'unknown':
      return canonicalJson(event.raw, cwd);
  }
}

/** A path with forward slashes, relative to the folder of its session, so that two checkouts of a project agree. */
function comparablePath(path: string, cwd: string | undefined): string {
  const slashed = path.replaceAll('\\', '/');
  const base = folderOf(cwd);
  const inside = base !== '' && slashed.startsWith(base) ? slashed.slice(base.length) : slashed;
  return inside.startsWith('./') ? inside.slice(2) : inside;
}

/** A folder with exactly one slash at its end; empty for no folder and for a root, which contains every path. */
function folderOf(cwd = ''): string {
  const slashed = cwd.replaceAll('\\', '/');
  if (slashed === '' || slashed === '/') return '';
  return slashed.endsWith('/') ? slashed : `${slashed}/`;
}

/** The keys of one session in reading order, as numbers: equal texts have equal numbers on both sides. */
export interface KeySequence {
  readonly length: number;
  readonly exact: Int32Array;
  readonly subject: Int32Array;
  readonly weight: Uint8Array;
}

/** What is read of a session to compute its keys. */
export interface KeySource {
  /** In reading order. */
  readonly items: readonly ReplayItem[];
  /** The folder that the session began in. */
  readonly cwd: string | undefined;
}

/** Items whose keys are computed in one step. An item may carry some kilobytes of input, all of which is read. */
const itemsAStep = 32;

/** Turns the keys of two sessions into numbers, step by step. Releases their texts at the end. */
export function* keySequences(
  left: KeySource,
  right: KeySource,
): Generator<undefined, { readonly left: KeySequence; readonly right: KeySequence }> {
  const numbers = { exact: numbering(), subject: numbering() };
  return { left: yield* sequenceOf(left, numbers), right: yield* sequenceOf(right, numbers) };
}

type Numbering = (text: string) => number;

function* sequenceOf(
  { items, cwd }: KeySource,
  numbers: { readonly exact: Numbering; readonly subject: Numbering },
): Generator<undefined, KeySequence> {
  const { length } = items;
  const sequence = {
    length,
    exact: new Int32Array(length),
    subject: new Int32Array(length),
    weight: new Uint8Array(length),
  };
  for (const [at, item] of items.entries()) {
    const keys = itemKeys(item, cwd);
    sequence.exact[at] = numbers.exact(keys.exact);
    sequence.subject[at] = numbers.subject(keys.subject);
    sequence.weight[at] = keys.weight;
    if (at % itemsAStep === itemsAStep - 1) yield;
  }
  return sequence;
}

function numbering(): Numbering {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}
