// The events of a Codex log: `pnpm codex:events LOG`.
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import {
  indexConversationLog,
  type LogEvent,
  type LogIndexEntry,
  type PlacedEvent,
  readEvent,
} from '../src/adapters/codex-log/index.ts';
import { scanLog } from '../src/adapters/codex-log/scan/scanLog.ts';
import { readChunks } from './etl/readChunks.ts';
import { parseArguments } from './parseArguments.ts';

const usage = `codex:events LOG          a line for each event: number, line, bytes, type and how it begins
codex:events LOG N        the event of this number (from 0) as JSON, read by its bytes alone
codex:events LOG --json   all events as JSON lines, each with its line and bytes

The bytes of the events tile the log. An event whose boundary was guessed says so; the list marks it with \`?\`.`;

const PREVIEW_CHARS = 100;

const { values, positionals } = parseArguments(
  { allowPositionals: true, options: { json: { type: 'boolean', default: false } } },
  usage,
);

/** Ends the process with the usage. */
function refuse(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}

/** Ends the process: it is not there. */
function miss(problem: string): never {
  console.error(problem);
  process.exit(1);
}

/** Texts of a log can hold terminal sequences: a terminal gets them without, a pipe as they are. */
function print(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? stripVTControlCharacters(text) : text}\n`);
}

/** The first words of what an event says. */
function previewOf(event: LogEvent): string {
  const text = event.type === 'session_start' ? Object.values(event.meta).join(' ') : Object.values(event).join(' ');
  const words = text.slice(event.type === 'session_start' ? 0 : event.type.length, 4 * PREVIEW_CHARS);
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW_CHARS).toWellFormed();
}

function printRow(number: number, { event, line, byteOffset, byteLength, guessed }: PlacedEvent): void {
  const place = `${String(line).padStart(8)}  ${`${byteOffset}+${byteLength}`.padEnd(20)}`;
  print(`${String(number).padStart(7)}${place}  ${event.type}${guessed === true ? '?' : ''}  ${previewOf(event)}`);
}

async function printAll(path: string): Promise<void> {
  const file = { name: path, bytes: () => readChunks(path) };
  let number = 0;
  for await (const batch of scanLog(file, { report: () => undefined })) {
    for (const placed of batch) {
      const { event, line, byteOffset, byteLength, guessed } = placed;
      if (values.json) print(JSON.stringify({ ...event, line, byteOffset, byteLength, guessed }));
      else printRow(number, placed);
      number += 1;
    }
  }
}

/** Where an event stands; the log is read no farther than that. */
async function findEntry(path: string, number: number): Promise<LogIndexEntry | undefined> {
  let at = 0;
  for await (const entry of indexConversationLog(readChunks(path))) {
    if (at === number) return entry;
    at += 1;
  }
  return undefined;
}

async function printOne(path: string, number: number): Promise<void> {
  const entry = await findEntry(path, number);
  if (entry === undefined) miss(`The log has no event ${number}.`);
  const file = await open(path);
  const read = async (byteOffset: number, byteLength: number): Promise<Uint8Array> =>
    (await file.read(new Uint8Array(byteLength), 0, byteLength, byteOffset)).buffer;
  const { line, byteOffset, byteLength, guessed } = entry;
  const event = await readEvent({ index: [entry], read }, 0);
  print(JSON.stringify({ ...event, line, byteOffset, byteLength, guessed }, null, 2));
  await file.close();
}

// What reads the output may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const [path, number, ...more] = positionals;
if (path === undefined || more.length > 0) refuse('Name one log.');
if (!existsSync(path)) miss(`There is no file ${path}.`);
if (number === undefined) await printAll(path);
else if (/^\d{1,9}$/.test(number)) await printOne(path, Number(number));
else refuse(`${JSON.stringify(number)} is no number of an event.`);
