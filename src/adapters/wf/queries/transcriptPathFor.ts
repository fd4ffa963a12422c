/** Longest folder name that the CLI makes of a path without a hash, in characters. */
const MAX_FOLDER = 200;

/**
 * Where Claude Code keeps the transcript of a session that ran in `cwd` (an absolute path without symbolic links).
 * Every character but letters and digits of ASCII becomes `-`. Of a longer path only the beginning can be told, since
 * the CLI adds a hash of its own: then the folder ends in `-*`.
 */
export function transcriptPathFor(cwd: string, sessionId: string): string {
  const folder = cwd.normalize('NFC').replaceAll(/[^a-zA-Z0-9]/g, '-');
  const name = folder.length <= MAX_FOLDER ? folder : `${folder.slice(0, MAX_FOLDER)}-*`;
  return `~/.claude/projects/${name}/${sessionId}.jsonl`;
}
