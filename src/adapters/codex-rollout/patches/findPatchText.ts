const BEGIN = '*** Begin Patch';
const END = '*** End Patch';

/** The patch in a text, be it alone or in the script of a shell; undefined where there is none. */
export function findPatchText(text: string): string | undefined {
  const begin = text.indexOf(BEGIN);
  if (begin === -1) return undefined;
  const end = text.indexOf(END, begin);
  return text.slice(begin, end === -1 ? undefined : end + END.length);
}
