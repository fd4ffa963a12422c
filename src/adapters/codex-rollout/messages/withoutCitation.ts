const OPEN = '<oai-mem-citation>';
const CLOSE = '</oai-mem-citation>';

/** A reply as it was shown: without the block in which the model cites its memories. */
export function withoutCitation(text: string): string {
  const open = text.indexOf(OPEN);
  if (open === -1) return text;
  const close = text.indexOf(CLOSE, open);
  return text.slice(0, open) + (close === -1 ? '' : text.slice(close + CLOSE.length));
}
