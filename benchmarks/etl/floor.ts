// The floor: reads a file, splits it into lines and, for JSON lines, parses each; nothing else.
import { createReadStream } from 'node:fs';

const [path = '', kind] = process.argv.slice(2);
const LINE_FEED = 10;

let rest: Buffer = Buffer.alloc(0);
let records = 0;
for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let at = 0;
  for (let end = bytes.indexOf(LINE_FEED, at); end !== -1; end = bytes.indexOf(LINE_FEED, at)) {
    const line = bytes.toString('utf8', at, end);
    if (kind === 'json') JSON.parse(line);
    records += line.length > 0 ? 1 : 0;
    at = end + 1;
  }
  rest = bytes.subarray(at);
}
if (records === 0) throw new Error(`${path} holds no line.`);
