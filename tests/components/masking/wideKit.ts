import { english, type MessageText } from '../../../src/components/index.ts';
import type { Masking } from '../../../src/components/masking/masking.ts';
import { createKit, type Kit } from '../../../src/components/theme/createKit.ts';

/** Fields whose value a view branches on, or takes as a number or a time. */
const structural =
  /^(?:(?:(?:call|event|session|sub_session|parent_session|native|step|run|triggered_by_call)_)?id|(?:\w+_)?at|(?:\w+_)?type|kind|status|state|outcome|role|origin|(?:tool_)?category|version|relevance|(?:usage_)?mode|action|branch|pointer|sha256|trigger|(?:annotated_)?by|git_branch|level|change|confidence|from|is|access)$/;

/** Writes letters wide, and wide letters in circles: what was masked is seen to be, and what was masked twice too. */
function widen(text: string): string {
  return text.replace(/[A-Za-z\uff21-\uff3a\uff41-\uff5a]/g, (letter) => {
    const code = letter.charCodeAt(0);
    if (code < 0x80) return String.fromCharCode(code + 0xfee0);
    return code < 0xff41 ? '\u24b6' : '\u24d0';
  });
}

function widenAll(value: unknown, name: string): unknown {
  if (typeof value === 'string') return structural.test(name) ? value : widen(value);
  if (Array.isArray(value)) return value.map((each) => widenAll(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, widenAll(each, key)]));
}

const wide: Masking = {
  mask: (value) => widenAll(value, '') as typeof value,
  // biome-ignore lint/correctness/useYield: there is nothing to do in steps
  *maskInSteps(text) {
    return widen(text);
  },
};

/** Of a text of the kit, its placeholders alone. */
const placesOf = (text: string): string => `\u00b7 ${(text.match(/\{\w+\}/g) ?? []).join(' ')}`;
const wordless = (text: MessageText): MessageText =>
  typeof text === 'string' ? placesOf(text) : { other: placesOf(text.other) };
const messages = Object.fromEntries(Object.entries<MessageText>(english).map(([key, text]) => [key, wordless(text)]));

/** A kit without words of its own, which writes wide what it masks. */
export const wideKit: Kit = createKit({ messages }, undefined, { masking: wide });

/** Everything a reader sees, hears or points at. */
function saidOf(page: string): string {
  const attributes = [...page.matchAll(/ (?:title|aria-label|alt|value|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  return [page.replace(/<[^>]*>/g, '\n'), ...attributes].join('\n').replaceAll(/&\w+;/g, ' ');
}

/** Words that are not masked: of the host, of the kit's own syntax and marks, and of fields that `structural` leaves alone. */
const own =
  /^(?:UTC|copy|plain|stdout|call|message|error|phase|tool|command|file|status|agent|model|duration|tokens|curl|event|account|monitor|cause)$/;
const left =
  /^(?:Shift|Home|End|Esc|PgUp|PgDn|Tab|Enter|image|png|text|csv|application|pdf|fix|october|table|hour|explorer|reader|tide|gauge|sync|toolu|TideStory)$/;
/** Names of fields, which a masking masks as it must: here they stay. */
const fields =
  /^(?:station|stations|type|note|offset|limit|pattern|output|mode|edits|old|new|string|content|timeout|command|url|prompt|path|fields|zone|datum|name|metres|query|questions|question|options|option|label|description|header)$/;

/** Words of a log that were not masked, and lines that were masked twice. */
export function faultsOf(page: string): { bare: string[]; twice: string[] } {
  const said = saidOf(page);
  const words = new Set(said.match(/[A-Za-z]{3,}/g) ?? []);
  return {
    bare: [...words].filter((word) => ![own, left, fields].some((known) => known.test(word))),
    twice: [...new Set(said.match(/[^\n]*[\u24b6-\u24e9][^\n]*/g) ?? [])],
  };
}
