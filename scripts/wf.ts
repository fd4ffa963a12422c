// Asks a workflow log, or the transcript of one of its agents: `pnpm wf <query> LOG`.
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readJsonLines } from '../src/adapters/read/readJsonLines.ts';
import {
  lastReply,
  lastTranscript,
  sessionIdFromOutput,
  sessionIdFromTerminal,
  stepRecord,
  toolCalls,
  totalStepTime,
  transcriptPathFor,
} from '../src/adapters/wf/queries/index.ts';
import { parseArguments } from './parseArguments.ts';

const usage = `wf step N LOG            the records of step N (from 0)
wf transcript LOG        the transcript of the last agent step
wf reply LOG             the last reply in that transcript, or in LOG if it is one itself
wf tools LOG             the tool calls in that transcript, or in LOG if it is one itself
wf time LOG              how long all steps took, in seconds
wf path CWD SESSION_ID   where Claude Code keeps the transcript of a session
wf session-id [FILE]     the session id in what claude printed; - or nothing: standard input

--projects DIR           where transcripts are looked for that have moved (default ~/.claude/projects)`;

const { values, positionals } = parseArguments(
  { allowPositionals: true, options: { projects: { type: 'string' } } },
  usage,
);
const projects = values.projects ?? join(homedir(), '.claude', 'projects');

/** Ends the process with the usage. */
function refuse(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}

/** Ends the process: the log does not say. */
function miss(problem: string): never {
  console.error(problem);
  process.exit(1);
}

async function readRecords(path: string | undefined): Promise<unknown[]> {
  if (path === undefined) refuse('Name the log.');
  if (!existsSync(path)) miss(`There is no file ${path}.`);
  const file = { name: path, bytes: () => createReadStream(path) };
  const context = { report: () => undefined };
  const records: unknown[] = [];
  for await (const batch of readJsonLines(file, { context, source: 0 })) {
    for (const item of batch) if (item.is === 'record') records.push(item.value);
  }
  return records;
}

/** The transcript that a log names: there, or wherever a file of its name lies below the projects folder. */
function findTranscript(path: string): string | undefined {
  const named = path.replace(/^~(?=\/)/, homedir());
  if (existsSync(named)) return named;
  if (!existsSync(projects)) return undefined;
  const name = basename(path.replaceAll('\\', '/'));
  const found = readdirSync(projects, { recursive: true, withFileTypes: true }).find((entry) => entry.name === name);
  return found === undefined ? undefined : join(found.parentPath, found.name);
}

/** The records of the last agent's transcript; of the file itself if it is a transcript. */
async function readTranscript(path: string | undefined): Promise<unknown[]> {
  const records = await readRecords(path);
  const pointer = lastTranscript(records);
  if (pointer === undefined) return records;
  const transcript = findTranscript(pointer);
  if (transcript === undefined) miss(`The transcript ${JSON.stringify(pointer)} is not there, nor below ${projects}.`);
  return readRecords(transcript);
}

/** Texts of a log can hold terminal sequences: a terminal gets them without, a pipe as they are. */
function print(text: string): void {
  console.log(process.stdout.isTTY ? stripVTControlCharacters(text) : text);
}

const [query, first, second] = positionals;
switch (query) {
  case 'step': {
    if (first === undefined || !/^\d{1,9}$/.test(first)) refuse('Name the step by its number, from 0.');
    for (const record of stepRecord(await readRecords(second), Number(first))) print(JSON.stringify(record));
    break;
  }
  case 'transcript':
    print(lastTranscript(await readRecords(first)) ?? miss('No step of the log left a transcript.'));
    break;
  case 'reply':
    print(lastReply(await readTranscript(first)) ?? miss('The transcript holds no reply.'));
    break;
  case 'tools':
    for (const call of toolCalls(await readTranscript(first))) print(JSON.stringify(call));
    break;
  case 'time':
    print(String(totalStepTime(await readRecords(first))));
    break;
  case 'path':
    if (first === undefined || second === undefined) refuse('Name the working directory and the session id.');
    print(transcriptPathFor(first, second));
    break;
  case 'session-id': {
    const text = readFileSync(first === undefined || first === '-' ? 0 : first, 'utf8');
    const id = sessionIdFromOutput(text) ?? sessionIdFromTerminal(text);
    print(id ?? miss('There is no session id in it.'));
    break;
  }
  default:
    refuse(query === undefined ? 'Name a query.' : `There is no query ${JSON.stringify(query)}.`);
}
