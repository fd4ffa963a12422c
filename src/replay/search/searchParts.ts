import { inputTexts, outputTexts } from '../../session/facts/callTexts.ts';
import { eventTexts } from '../../session/facts/eventText.ts';
import type { ReplayItem } from '../replayItem.ts';

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
  const add = (place: PartPlace, texts: readonly string[]): void => {
    for (const text of texts) {
      if (text === '' || seen.has(text)) continue;
      seen.add(text);
      parts.push({ place, text: plain(text) });
    }
  };
  if (item.is === 'event') {
    add('text', eventTexts(mask(item.event)));
    return parts;
  }
  const call = mask(item.call);
  add('name', [call.tool_name]);
  add('input', inputTexts(call));
  if (item.plan !== undefined) add('text', eventTexts(mask(item.plan)));
  add('output', outputTexts(call));
  return parts;
}
