const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Length of an id, and how many line breaks and spaces a narrow terminal may have put into it. */
const ID_LENGTH = 36;
const MAX_SPREAD = 2 * ID_LENGTH;

const command = 'claude --resume';

/**
 * The session id in a captured terminal, from what Claude Code prints when it ends: `claude --resume <id>`. The last
 * whole one counts; an id that the terminal broke into lines is put together.
 */
export function sessionIdFromTerminal(captured: string): string | undefined {
  for (let at = captured.lastIndexOf(command); at !== -1; at = at === 0 ? -1 : captured.lastIndexOf(command, at - 1)) {
    const start = at + command.length;
    const rest = captured.slice(start, start + MAX_SPREAD).replaceAll(/\s/g, '');
    const id = uuid.exec(rest)?.[0];
    if (id !== undefined) return id;
  }
  return undefined;
}
