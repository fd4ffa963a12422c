/** An element that the CLI put into a text: `<name attribute="value">body</name>`. */
export interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  body: string;
  /** Where the text goes on after the closing tag. */
  end: number;
}

const LESS = 0x3c;
const MAX_OPENING = 4000;

/** The tag that opens at `at`, up to its own closing tag; undefined where none stands there whole. Linear. */
export function readTag(text: string, at: number): Tag | undefined {
  if (text.charCodeAt(at) !== LESS) return undefined;
  let nameEnd = at + 1;
  while (isNameChar(text.charCodeAt(nameEnd))) nameEnd += 1;
  if (nameEnd === at + 1) return undefined;
  const name = text.slice(at + 1, nameEnd);
  const open = text.indexOf('>', nameEnd);
  if (open === -1 || open - at > MAX_OPENING) return undefined;
  const closing = `</${name}>`;
  const close = text.indexOf(closing, open + 1);
  if (close === -1) return undefined;
  return {
    name,
    attributes: readAttributes(text.slice(nameEnd, open)),
    body: text.slice(open + 1, close),
    end: close + closing.length,
  };
}

function isNameChar(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code === 0x2d || code === 0x5f || (code >= 0x30 && code <= 0x39);
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    const equals = source.indexOf('="', at);
    if (equals === -1) return attributes;
    const end = source.indexOf('"', equals + 2);
    if (end === -1) return attributes;
    attributes.set(source.slice(at, equals).trim(), source.slice(equals + 2, end));
    at = end + 1;
  }
}

/** The text inside the first `<name>` of a body, or inside the widest one where the inner text may hold tags itself. */
export function tagText(body: string, name: string, extent: 'first' | 'widest' = 'first'): string | undefined {
  const open = body.indexOf(`<${name}>`);
  if (open === -1) return undefined;
  const closing = `</${name}>`;
  const close = extent === 'widest' ? body.lastIndexOf(closing) : body.indexOf(closing, open);
  return close < open ? undefined : body.slice(open + name.length + 2, close);
}
