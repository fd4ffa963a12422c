import type { Fields } from './narrow.ts';

const marker = '"type":"session_meta"';

/** The header's ids and names stand within so many characters; longer texts come after them. */
const HEAD = 8192;

const wanted = [
  'id',
  'session_id',
  'parent_thread_id',
  'forked_from_id',
  'agent_role',
  'agent_nickname',
  'agent_path',
] as const;

/** The ids in a `session_meta` record that is cut off, as far as its beginning tells; undefined where it is none. */
export function readHeadFields(text: string): Fields | undefined {
  const at = text.startsWith('{') ? text.slice(0, HEAD).indexOf(marker) : -1;
  if (at === -1) return undefined;
  const beforeTexts = text.indexOf('_instructions"', at);
  const head = text.slice(at, beforeTexts === -1 ? at + HEAD : beforeTexts);
  const found = wanted.flatMap((name): [string, unknown][] => {
    const value = textAfter(head, `"${name}":"`);
    return value === undefined ? [] : [[name, value]];
  });
  const source = head.includes('"source":{"subagent":') ? { subagent: 'unknown' } : undefined;
  return { ...Object.fromEntries(found), ...(source === undefined ? {} : { source }) };
}

function textAfter(head: string, key: string): string | undefined {
  const at = head.indexOf(key);
  if (at === -1) return undefined;
  const start = at + key.length;
  const end = head.indexOf('"', start);
  return end === -1 ? undefined : head.slice(start, end);
}
