import type { FilePatch, PlanEvent, SessionEvent, ToolCall } from '../../session/index.ts';
import type { ReplayItem } from '../replayItem.ts';
import { leavesOf } from './leavesOf.ts';

/** Where in an item a text stands: its tool's name, what the call was given or gave back, or what an event says. */
export type PartPlace = 'name' | 'input' | 'output' | 'text';

/** A text of an item that a search looks through. */
export interface SearchPart {
  readonly place: PartPlace;
  readonly text: string;
}

/** How texts of a log may be read. */
export interface SearchReading {
  /** Gives a text, or a value of JSON, without its secrets: what is masked is neither found nor shown. */
  readonly mask: <Value>(value: Value) => Value;
  /** Masks a long text in steps of some milliseconds. */
  readonly maskInSteps: (text: string) => Generator<undefined, string>;
  /** Takes out of a text what is not read, such as escape sequences. */
  readonly plain: (text: string) => string;
}

/** The texts of an item, as they may be read: each once, the telling ones first. */
export function searchParts(item: ReplayItem, { mask, plain }: SearchReading): SearchPart[] {
  const parts: SearchPart[] = [];
  const seen = new Set<string>();
  const add = (place: PartPlace, texts: readonly (string | undefined)[]): void => {
    for (const text of texts) {
      if (text === undefined || text === '' || seen.has(text)) continue;
      seen.add(text);
      parts.push({ place, text: plain(text) });
    }
  };
  if (item.is === 'event') {
    add('text', textsOfEvent(mask(item.event)));
    return parts;
  }
  const call = mask(item.call);
  add('name', [call.tool_name]);
  add('input', textsOfInput(call));
  if (item.plan !== undefined) add('text', textsOfPlan(mask(item.plan)));
  add('output', textsOfOutput(call));
  return parts;
}

function textsOfInput({ input, subagent_info }: ToolCall): (string | undefined)[] {
  return [input.description, input.raw_command, ...leavesOf(input.params), subagent_info?.subagent_type];
}

function textsOfOutput({ output, context_contribution }: ToolCall): (string | undefined)[] {
  const { result, error } = output;
  const attached = result?.attachments ?? [];
  return [
    error,
    result?.display,
    result?.text,
    result?.stderr,
    context_contribution?.summary,
    context_contribution?.full_content,
    ...(result?.patches ?? []).flatMap(textsOfPatch),
    ...attached.flatMap(({ name, text }) => [name, text]),
  ];
}

function textsOfPatch({ path, moved_to, hunks = [] }: FilePatch): (string | undefined)[] {
  return [path, moved_to, ...hunks.map(({ lines }) => lines.join('\n'))];
}

function textsOfPlan({ explanation, items }: PlanEvent): (string | undefined)[] {
  return [explanation, ...items.map(({ text }) => text)];
}

function textsOfEvent(event: SessionEvent): (string | undefined)[] {
  switch (event.type) {
    case 'message': {
      const attached = event.attachments ?? [];
      return [event.text, event.from, event.to, ...attached.flatMap(({ name, text }) => [name, text])];
    }
    case 'notice':
    case 'thinking':
      return [event.text];
    case 'plan':
      return textsOfPlan(event);
    case 'review':
      return [event.feedback];
    case 'usage':
      return [event.model];
    case 'unknown':
      return [event.record_type, ...leavesOf(event.raw)];
    default:
      return event satisfies never;
  }
}
