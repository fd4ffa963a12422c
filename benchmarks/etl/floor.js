// The floor: reads a file, splits it into lines and, for JSON lines, parses each; nothing else. With a path to write to, it is the second
// floor: each line is also serialised and written, the least that any conversion must do. Plain JavaScript, because loading the type stripper
// takes longer than reading 10 MB.
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';

const [path = '', kind, out] = process.argv.slice(2);
const LINE_FEED = 10;
const CHUNK_BYTES = 1024 * 1024;

const file = out === undefined ? undefined : openSync(out, 'w');
let rest = Buffer.alloc(0);
let records = 0;
for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let written = '';
  let at = 0;
  for (let end = bytes.indexOf(LINE_FEED, at); end !== -1; end = bytes.indexOf(LINE_FEED, at)) {
    const line = bytes.toString('utf8', at, end);
    const value = kind === 'json' ? JSON.parse(line) : line;
    if (file !== undefined) written += `${JSON.stringify(value)}\n`;
    records += line.length > 0 ? 1 : 0;
    at = end + 1;
  }
  if (file !== undefined) writeSync(file, written);
  rest = bytes.subarray(at);
}
if (file !== undefined) closeSync(file);
if (records === 0) throw new Error(`${path} holds no line.`);
