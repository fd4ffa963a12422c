import { touchesOf } from '../../session/facts/callFiles.ts';
import { commandOf } from '../../session/facts/callTexts.ts';
import { eventText } from '../../session/facts/eventText.ts';
import type { SessionEvent, ToolCall } from '../../session/index.ts';
import type { ReplayItem } from '../replayItem.ts';
import { canonicalJson, comparableText } from './canonicalJson.ts';
import { commandSubject } from './commandSubject.ts';
import { comparablePath } from './comparablePath.ts';

/** By what an item is found again in another session. */
export interface ItemKeys {
  /** What it is about: tool and file, tool and program, who speaks. Items that share it may be one changed thing. */
  readonly subject: string;
  /** Subject and input. */
  readonly exact: string;
  /** How much a pair of it tells, 1…4. */
  readonly weight: number;
}

/** The keys of an item; `cwd` is the folder that its session began in. */
export function itemKeys(item: ReplayItem, cwd: string | undefined): ItemKeys {
  const { subject, weight } = item.is === 'call' ? callSubject(item.call, cwd) : eventSubject(item.event);
  return { subject, exact: `${subject}\n${inputKey(item, cwd)}`, weight };
}

/** What an item was given, or what it says, as text that is equal for equal inputs. */
function inputKey(item: ReplayItem, cwd: string | undefined): string {
  if (item.is === 'event') return eventKey(item.event, cwd);
  const command = commandOf(item.call);
  // Beside a command stand a description in other words and time limits: they do not make it another one.
  return command === undefined ? canonicalJson(item.call.input.params, cwd) : comparableText(command, cwd);
}

/**
 * A call that touches a file is about that file, by reading or by changing it: `Edit` and `apply_patch` are one. A command is
 * about its program. What is neither is about its tool, and the folder it looks through.
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
