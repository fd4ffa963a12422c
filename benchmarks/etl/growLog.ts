import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Growth } from './realSizes.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12})/g;
/** Ids of calls, messages and the like; `call_id` is a key, not an id. */
const ids = /\b(toolu|msg|req|call|rs|fc|ctc)_(?!id\b)[A-Za-z0-9]+/g;
const times = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** Time between one copy of a sample and the next, in milliseconds. */
const STEP_MS = 3_600_000;

/**
 * Writes a log of a given size by repeating a sample. Each copy has ids and times of its own and follows on from the copy before, so that
 * nothing looks like a replay. The first `once` lines (a header) are written only once; `grow` makes the lines of each copy longer.
 */
export function growLog(
  sample: string,
  path: string,
  bytes: number,
  once = 0,
  grow: Growth = (lines) => [...lines],
): void {
  const lines = readFileSync(sample, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const header = `${lines.slice(0, once).join('\n')}\n`;
  const body = lines.slice(once);
  const file = openSync(path, 'w');
  let written = once === 0 ? 0 : writeSync(file, header);
  let last: string | undefined;
  for (let copy = 0; written < bytes; copy += 1) {
    const text = `${grow(
      body.map((line) => renumber(line, copy)),
      copy,
    ).join('\n')}\n`;
    // Claude Code chains its records: the copy's first record follows the last one of the copy before.
    const chained = last === undefined ? text : text.replace('"parentUuid":null', `"parentUuid":"${last}"`);
    last = lastUuid(chained) ?? last;
    written += writeSync(file, chained);
  }
  closeSync(file);
}

function renumber(line: string, copy: number): string {
  if (copy === 0) return line;
  const suffix = copy.toString(16).padStart(8, '0');
  return line
    .replaceAll(uuid, (id, tail: string) =>
      isSessionId(line, id) ? id : `${id.slice(0, -12)}${tail.slice(0, 4)}${suffix}`,
    )
    .replaceAll(ids, (id) => `${id}x${copy}`)
    .replaceAll(times, (time) => new Date(Date.parse(time) + copy * STEP_MS).toISOString());
}

function isSessionId(line: string, id: string): boolean {
  return line.includes(`"sessionId":"${id}"`);
}

function lastUuid(text: string): string | undefined {
  return [...text.matchAll(/"uuid":"([^"]+)"/g)].at(-1)?.[1];
}
