/** Matches the start of a here-document; its tag ends it on a line of its own. */
const documentStart = /(?<!<)<<-?[ \t]{0,4}(?:'(\w{1,40})'|"(\w{1,40})"|\\?(\w{1,40}))/;

/** Most here-documents that are looked at in one command. */
const mostDocuments = 8;

/**
 * The start of a shell command without the bodies of its here-documents, which are text: `cat <<EOF`, the lines and `EOF` become
 * `cat < EOF`. A document that never ends stays.
 * @param length of the start, in characters
 */
export function withoutDocuments(command: string, length: number): string {
  let kept = '';
  let rest = command;
  for (let n = 0; n < mostDocuments && kept.length < length; n += 1) {
    const start = documentStart.exec(rest.slice(0, length - kept.length));
    if (start === null) break;
    const [opening, single, double, bare] = start;
    const tag = single ?? double ?? bare ?? '';
    const after = start.index + opening.length;
    const line = rest.indexOf('\n', after);
    const end =
      line === -1
        ? undefined
        : (endOfDocument(rest, line + 1, tag, '\n') ??
          (opening[2] === '-' ? endOfDocument(rest, line + 1, tag, '\t') : undefined));
    if (end === undefined) break;
    kept += `${rest.slice(0, start.index)}< ${tag}`;
    rest = rest.slice(after, line) + rest.slice(end);
  }
  return kept + rest;
}

/** Where the line ends that ends a document: nothing stands in it but the tag, after `<<-` with tabs before it. Undefined where no line does. */
function endOfDocument(text: string, start: number, tag: string, before: string): number | undefined {
  const word = before + tag;
  for (let at = text.indexOf(word, start - 1); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const [blanks] = /^[ \t\r]{0,40}(?=\n|$)/.exec(text.slice(end, end + 80)) ?? [];
    if (blanks !== undefined) return end + blanks.length;
  }
  return undefined;
}
