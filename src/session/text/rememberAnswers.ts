/** Number of texts remembered, and the length in characters of the longest of them. */
const most = { texts: 4096, length: 500 } as const;

/**
 * A pure function of a text that remembers its answers, for texts that a log repeats in every call: the names of tools, the commands that
 * are run again and again, and are asked about by every view. Its answers are shared, so nobody may change them.
 */
export function rememberAnswers<Answer extends object | string | boolean>(
  answer: (text: string) => Answer,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    if (text.length > most.length) return answer(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = answer(text);
    if (known.size === most.texts) known.clear();
    known.set(text, found);
    return found;
  };
}
