import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Growth } from './realSizes.ts';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12})/g;
/** Ids of calls, messages and the like; `call_id` is a key, not an id. */
const ids = /\b(toolu|msg|req|call|rs|fc|ctc)_(?!id\b)[A-Za-z0-9]+/g;
/** A subagent's own id; one of a team is a name, and stays. */
const agent = /"agentId":"([0-9a-f]+)"/g;
const times = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;
const session = /"sessionId":"([^"]+)"/;

/** Time between one copy of a sample and the next, in milliseconds. */
const STEP_MS = 3_600_000;

/**
 * Writes a log of a given size by repeating samples in turn, as one session. Each copy has ids and times of its own and follows on from the
 * copy before, so that nothing looks like a replay. The first `once` lines of the first sample (a header) are written only once, those of
 * the others never; `grow` makes the lines of each copy longer.
 */
export function growLog(
  samples: readonly [string, ...string[]],
  path: string,
  bytes: number,
  once = 0,
  grow: Growth = (lines) => [...lines],
): void {
  const logs = samples.map((sample) =>
    readFileSync(sample, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
  const [first = []] = logs;
  const sessionId = first.map((line) => session.exec(line)?.[1]).find((id) => id !== undefined);
  const bodies = logs.map((lines) =>
    lines.slice(once).map((line) => line.replace(session, `"sessionId":"${sessionId}"`)),
  );
  const agents = bodies.map((lines) => agentsOf(lines));
  const header = `${first.slice(0, once).join('\n')}\n`;
  const file = openSync(path, 'w');
  let written = once === 0 ? 0 : writeSync(file, header);
  let last: string | undefined;
  let endMs: number | undefined;
  for (let copy = 0; written < bytes || copy < bodies.length; copy += 1) {
    const body = bodies[copy % bodies.length] ?? [];
    const { startMs, lengthMs } = spanOf(body);
    const beginMs = endMs === undefined ? startMs : endMs + STEP_MS;
    endMs = beginMs + lengthMs;
    const lines = body.map((line) => moveTimes(renumber(line, copy, agents[copy % agents.length]), beginMs - startMs));
    const text = `${grow(lines, copy).join('\n')}\n`;
    // Claude Code chains its records: the copy's first record follows the last one of the copy before.
    const chained = last === undefined ? text : text.replace('"parentUuid":null', `"parentUuid":"${last}"`);
    last = lastUuid(chained) ?? last;
    written += writeSync(file, chained);
  }
  closeSync(file);
}

/** When a log begins, and how long it takes; `NaN` for one without times. */
function spanOf(lines: readonly string[]): { startMs: number; lengthMs: number } {
  const found = lines.flatMap((line) => line.match(times) ?? []).map((time) => Date.parse(time));
  const startMs = found.reduce((least, time) => Math.min(least, time), found[0] ?? Number.NaN);
  return { startMs, lengthMs: found.reduce((most, time) => Math.max(most, time), startMs) - startMs };
}

function moveTimes(line: string, byMs: number): string {
  return byMs === 0 ? line : line.replaceAll(times, (time) => new Date(Date.parse(time) + byMs).toISOString());
}

/** What names a subagent of a log, wherever it stands in it: results tell it in their texts, too. */
function agentsOf(lines: readonly string[]): RegExp | undefined {
  const found = new Set(lines.flatMap((line) => Array.from(line.matchAll(agent), ([, id = '']) => id)));
  return found.size === 0 ? undefined : new RegExp(`\\b(?:${[...found].join('|')})\\b`, 'g');
}

function renumber(line: string, copy: number, agents: RegExp | undefined): string {
  if (copy === 0) return line;
  const suffix = copy.toString(16).padStart(8, '0');
  const own = agents === undefined ? line : line.replaceAll(agents, (id) => `${id}${suffix}`);
  return own
    .replaceAll(uuid, (id, tail: string) =>
      isSessionId(line, id) ? id : `${id.slice(0, -12)}${tail.slice(0, 4)}${suffix}`,
    )
    .replaceAll(ids, (id) => `${id}x${copy}`);
}

function isSessionId(line: string, id: string): boolean {
  return line.includes(`"sessionId":"${id}"`);
}

function lastUuid(text: string): string | undefined {
  return [...text.matchAll(/"uuid":"([^"]+)"/g)].at(-1)?.[1];
}
