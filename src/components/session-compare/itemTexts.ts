import { canonicalJson } from '../../replay/compare/canonicalJson.ts';
import type { ReplayItem } from '../../replay/index.ts';
import { printedText } from '../../session/facts/callTexts.ts';
import { eventText } from '../../session/facts/eventText.ts';
import type { SessionEvent, ToolCall } from '../../session/index.ts';

/** The texts of an item that can be compared line by line. */
export interface ItemTexts {
  /** What a call was given, or what an event says. */
  readonly input: string;
  /** What a call gave back; an event gives nothing. */
  readonly output: string;
}

/** Gives the texts of an item. */
export function itemTexts(item: ReplayItem): ItemTexts {
  if (item.is === 'event') return { input: textOfEvent(item.event), output: '' };
  return { input: inputText(item.call), output: printedText(item.call) };
}

/** A parameter a line; a text of several lines stands below its name as it is, so that its lines can be told apart. */
function inputText({ input }: ToolCall): string {
  return Object.entries(input.params)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : canonicalJson(value, undefined);
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join('\n');
}

function textOfEvent(event: SessionEvent): string {
  switch (event.type) {
    case 'plan':
      return event.items.map(({ text, status }) => `${status}: ${text}`).join('\n');
    case 'usage':
      return canonicalJson(event.usage, undefined);
    case 'unknown':
      return canonicalJson(event.raw, undefined);
    default:
      return eventText(event);
  }
}
