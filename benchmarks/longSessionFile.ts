import { closeSync, openSync, writeSync } from 'node:fs';
import { bigSession } from './bigSession.ts';

/** Sizes of outputs in a long run: most are some lines, some are files, none is over 16 KiB, where the standard moves a text out. */
const outputBytes = [90, 240, 300, 640, 900, 1400, 1800, 2600, 4200, 9000, 15_000] as const;

/** Writes a session of about so many bytes, as `etl` writes it: one item a line. Never held in memory. */
export function writeLongSession(path: string, bytes: number): void {
  const { tool_calls, events, sub_sessions, phase_annotations: _, ...head } = bigSession(1000);
  const file = openSync(path, 'w');
  let waiting = `{\n${Object.entries(head)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('')}"tool_calls": [\n`;
  let written = 0;
  const write = (text: string): void => {
    waiting += text;
    if (waiting.length < 4_000_000) return;
    written += writeSync(file, waiting);
    waiting = '';
  };
  const texts = Array.from({ length: 331 }, (_, n) => textOf(n));
  const callsUntil = 0.86 * bytes;
  let call = 0;
  for (; written + waiting.length < callsUntil; call += 1) {
    const made = tool_calls[call % tool_calls.length];
    const text = texts[(call * 7919) % texts.length] ?? '';
    const at = new Date(Date.parse(head.created_at) + call * 900).toISOString();
    const output = { status: 'success', result: { text } };
    const source_ref = { source: 0, line: call + 1, byte_offset: call * 2700, byte_length: 2650 };
    const each = {
      ...made,
      call_id: `tool-${call}`,
      seq: 2 * call + 1,
      started_at: at,
      ended_at: at,
      output,
      source_ref,
    };
    write(`${call === 0 ? '' : ',\n'}${JSON.stringify({ ...each, outcome: 'succeeded' })}`);
  }
  write('\n],\n"events": [\n');
  for (let n = 0; n < call; n += 1) {
    const made = events[n % events.length];
    const at = new Date(Date.parse(head.created_at) + n * 900).toISOString();
    write(`${n === 0 ? '' : ',\n'}${JSON.stringify({ ...made, event_id: `event-${n}`, seq: 2 * n + 2, at })}`);
  }
  write(`\n],\n"sub_sessions": [\n${sub_sessions.map((run) => JSON.stringify(run)).join(',\n')}\n]\n}\n`);
  writeSync(file, waiting);
  closeSync(file);
}

/** A word that stands only in the middle of some long outputs, where an abridged copy leaves it out. */
export const wordAmid = textOf(10).slice(7000, 7400).split(/\s/)[5] ?? '';

/** A text of words that differ from text to text, so that it packs about as well as code does. */
function textOf(n: number): string {
  const length = outputBytes[n % outputBytes.length] ?? 0;
  let seed = n + 1;
  let text = '';
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `${seed.toString(36)}${seed % 7 === 0 ? '\n' : ' '}`;
  }
  return text;
}
