const heading = '## My request for Codex:';

/**
 * Takes apart what an editor put before a prompt (open files, selections) and the prompt itself; undefined where the
 * text is no such pair.
 */
export function splitIdeContext(text: string): { context: string; prompt: string } | undefined {
  if (!text.trimStart().startsWith('# ')) return undefined;
  const at = text.indexOf(`\n${heading}`);
  if (at === -1) return undefined;
  return { context: text.slice(0, at).trim(), prompt: text.slice(at + 1 + heading.length).trim() };
}
