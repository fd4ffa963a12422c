// Measures the reading of Codex logs against the floor of the same run: decoding the bytes and splitting them into lines.
// The ratios hold across machines, the speeds do not. Run: node benchmarks/codex-log.ts [--size MB] [--file LOG] [LOGS…]
// Without paths a log is made up. It is repeated, each time under other session ids, up to --size megabytes. With --file
// it is written there instead, and time and memory are shown that reading the file takes, each way in a process of its
// own; then what it takes to read single events of it.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  codexLog,
  indexConversationLog,
  type LogIndexEntry,
  parseConversationLog,
  readEvent,
} from '../src/adapters/codex-log/index.ts';
import { convertSource, type SourceFile } from '../src/adapters/index.ts';
import { readTextLines } from '../src/adapters/read/readTextLines.ts';
import { measureProcess } from './etl/measureProcess.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '32' },
    file: { type: 'string' },
    // For the child processes.
    run: { type: 'string' },
  },
});
const REPEATS = 7;
const MEGABYTE = 1e6;
const CHUNK_BYTES = 1 << 20;
const TURNS = 60;
const SINGLE_EVENTS = 1000;
const sizeBytes = Number(values.size) * MEGABYTE;
const logs =
  positionals.length === 0
    ? ['0.104.0', '0.146.0'].map(makeUpLog)
    : positionals.flatMap(filesOf).map((path) => readFileSync(path, 'utf8'));

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A session that reads, edits and tests; its outputs have up to 500 lines, or 20 in the versions that cut them. */
function makeUpLog(version: string): string {
  const cut = version === '0.104.0';
  const outputs = Array.from({ length: TURNS }, (_, turn) => {
    const lines = Array.from({ length: cut ? 20 : 5 + ((turn * 197) % 500) }, (_, n) =>
      n % 7 === 0 ? '' : `${' '.repeat(2 * (n % 4))}const value${n} = read(source, { line: ${n * turn}, 名: '灯' });`,
    );
    const thinking = cut
      ? ['thinking', `**Reading part ${turn}**`, '', 'It should show where the value comes from.']
      : [];
    const command = `/bin/bash -lc "sed -n '1,500p' src/part-${turn}.ts" in /home/lin/lamp`;
    const said = ['codex', `Part ${turn} is clear, 下一步看测试。`];
    return [...thinking, 'exec', command, ` succeeded in ${turn}ms:`, ...lines, '', ...said].join('\n');
  });
  const head = [
    '--------',
    'workdir: /home/lin/lamp',
    'model: model-a',
    'session id: 01990000-0000-7000-8000-000000000001',
  ];
  const start = [`OpenAI Codex v${version}`, ...head, '--------', 'user', 'Where does the light come from?'];
  return [...start, ...outputs, 'tokens used', '12,345', ''].join('\n');
}

/**
 * The logs end to end, up to the size; each repetition gets other first digits in its session ids, so that it counts as a session of its
 * own.
 */
function* repeatLogs(): Generator<Uint8Array> {
  let bytes = 0;
  for (let round = 0; bytes < sizeBytes; round += 1) {
    for (const [index, log] of logs.entries()) {
      const digits = (0x01900000 + round * logs.length + index).toString(16).padStart(8, '0');
      const text = log.replaceAll(/^(\S*session id: )[0-9a-f]{8}/gm, (_, head: string) => head + digits);
      const piece = new TextEncoder().encode(text.endsWith('\n') ? text : `${text}\n`);
      bytes += piece.length;
      yield piece;
    }
  }
}

async function writeLogs(path: string): Promise<void> {
  const out = createWriteStream(path);
  for (const piece of repeatLogs()) if (!out.write(piece)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

/** The work of any line reader, without byte offsets. */
async function splitOnly(file: SourceFile): Promise<number> {
  const decoder = new TextDecoder();
  let rest = '';
  let count = 0;
  for await (const chunk of file.bytes()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    count += lines.length;
  }
  return count;
}

async function count(items: AsyncIterable<unknown>): Promise<number> {
  let all = 0;
  for await (const _ of items) all += 1;
  return all;
}

const runs: Readonly<Record<string, (file: SourceFile) => Promise<unknown>>> = {
  'floor: decode and split': splitOnly,
  'lines with their bytes': (file) => count(readTextLines(file, { context: { report: () => undefined } })),
  indexConversationLog: (file) => count(indexConversationLog(file.bytes())),
  parseConversationLog: (file) => count(parseConversationLog(file.bytes())),
  convertSource: (file) =>
    convertSource(codexLog, { files: [file] }, { createHash: runningHash, hash: (bytes) => sha256(bytes) }),
};

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function runningHash() {
  const hash = createHash('sha256');
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest('hex') };
}

/** The shortest processor time of a run, in milliseconds, so that other load on the machine matters little. */
async function measure(run: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < REPEATS; n += 1) {
    const before = process.cpuUsage();
    await run();
    least = Math.min(least, process.cpuUsage(before).user / 1000);
  }
  return least;
}

async function measureSpeed(): Promise<void> {
  const bytes = Buffer.concat([...repeatLogs()]);
  const file: SourceFile = {
    name: 'conversation.log',
    async *bytes() {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
    },
  };
  const megabytes = bytes.length / MEGABYTE;
  const rows = [];
  let floor: number | undefined;
  for (const [what, run] of Object.entries(runs)) {
    const ms = await measure(() => run(file));
    floor ??= ms;
    rows.push({
      what,
      ms: ms.toFixed(0),
      'MB/s': (megabytes / (ms / 1000)).toFixed(0),
      'of floor': (ms / floor).toFixed(2),
    });
  }
  console.log(`${megabytes.toFixed(1)} MB`);
  console.table(rows);
}

function fileAt(path: string): SourceFile {
  return { name: path, bytes: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) };
}

async function measureFile(path: string): Promise<void> {
  await writeLogs(path);
  const megabytes = statSync(path).size / MEGABYTE;
  const rows = Object.keys(runs).map((what) => {
    const { wall, cpu, peakMb } = measureProcess(import.meta.filename, ['--file', path, '--run', what]);
    return {
      what,
      'wall, s': wall.toFixed(1),
      'CPU, s': cpu.toFixed(1),
      'MB/s': (megabytes / wall).toFixed(0),
      'peak RSS, MB': peakMb.toFixed(0),
    };
  });
  console.log(`${path}: ${megabytes.toFixed(1)} MB`);
  console.table(rows);
  await measureSingleEvents(path);
}

/** Reads scattered events of the file, each by its own bytes. */
async function measureSingleEvents(path: string): Promise<void> {
  const index: LogIndexEntry[] = [];
  for await (const entry of indexConversationLog(fileAt(path).bytes())) index.push(entry);
  const file = await open(path);
  let bytes = 0;
  const read = async (byteOffset: number, byteLength: number): Promise<Uint8Array> => {
    bytes += byteLength;
    return (await file.read(new Uint8Array(byteLength), 0, byteLength, byteOffset)).buffer;
  };
  const start = performance.now();
  for (let n = 0; n < SINGLE_EVENTS; n += 1) {
    await readEvent({ index, read }, Math.floor((n * index.length) / SINGLE_EVENTS));
  }
  const each = (performance.now() - start) / SINGLE_EVENTS;
  await file.close();
  console.log(
    `${index.length} events; ${SINGLE_EVENTS} of them read alone: ${each.toFixed(2)} ms and ${(bytes / SINGLE_EVENTS / 1000).toFixed(1)} kB each.`,
  );
}

const run = values.run === undefined ? undefined : runs[values.run];
if (values.file === undefined) await measureSpeed();
else if (run !== undefined) await run(fileAt(values.file));
else await measureFile(values.file);
