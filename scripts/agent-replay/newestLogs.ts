import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Adapter, convertSource, detectFormat, readSample, SAMPLE_BYTES } from '../../src/adapters/index.ts';
import { createRedactor, type Redactor } from '../../src/redaction/index.ts';
import type { FoundFile } from '../etl/collected.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { discoverFolders } from '../etl/discoverFolders.ts';
import { exitCodes, Failure } from './failure.ts';
import { commandName } from './kit.ts';
import { columnsOf, plain, type Terminal } from './terminal.ts';

/** Path of a run's main file, left by a tool on this machine. */
export interface FoundLog {
  file: FoundFile;
  adapter: Adapter;
  /** The folder that holds the other files of its run. */
  folder: string;
}

/** Maximum number of logs offered for choice. */
const CHOICES = 20;

/** Maximum number of files below a tool's folder; with more, the other files of a run are looked for only beside its main file. */
const MANY_FILES = 200;

/** The newest log on this machine, or the one that the user chooses where there is somebody to ask. */
export async function chooseLog(terminal: Terminal): Promise<FoundLog> {
  const { t, say } = terminal;
  const logs = await newestLogs(terminal.isInteractive ? CHOICES : 1);
  const [newest] = logs;
  if (newest === undefined) {
    throw new Failure(
      t('No log of a known tool lies on this machine.', '本机没有已知工具的日志。'),
      t(
        `Name one (${commandName} open session.jsonl); ${commandName} formats says where they are looked for.`,
        `请指定一个（${commandName} open session.jsonl）；${commandName} formats 会列出查找的位置。`,
      ),
    );
  }
  const chosen = logs.length > 1 ? await ask(logs, terminal) : newest;
  const { file, adapter } = chosen;
  say(
    t(
      `${adapter.descriptor.label}, ${timeOf(file)}: ${file.path}`,
      `${adapter.descriptor.label}，${timeOf(file)}：${file.path}`,
    ),
  );
  return chosen;
}

/** The main files of the newest runs on this machine, newest first. */
async function newestLogs(count: number): Promise<FoundLog[]> {
  const { env, platform } = process;
  const folders = discoverFolders({ platform, env, home: homedir(), cwd: process.cwd() }).map(({ path }) => path);
  const found = folders.flatMap((folder) => {
    const { files } = collectFiles([folder]);
    return files.map((file) => ({ file, folder: files.length > MANY_FILES ? dirname(file.path) : folder }));
  });
  found.sort((a, b) => b.file.modifiedMs - a.file.modifiedMs);
  const logs: FoundLog[] = [];
  for (const { file, folder } of found) {
    if (logs.length === count) break;
    if (logs.some((log) => log.file.path === file.path)) continue;
    // A log that cannot be read, or in which nothing stands yet, is not offered.
    if (file.size === 0) continue;
    const claim = await readSample(file.name, file.bytes()).then(detectFormat, () => undefined);
    if (claim?.best?.detection.role.is === 'primary') logs.push({ file, folder, adapter: claim.best.adapter });
  }
  return logs;
}

async function ask(logs: readonly FoundLog[], terminal: Terminal): Promise<FoundLog> {
  const { t, print, paint, width } = terminal;
  const redactor = createRedactor();
  const lines: string[] = [];
  for (const [index, log] of logs.entries()) {
    const title = plain(await titleOf(log, redactor));
    const head = `${String(index + 1).padStart(3)}  ${timeOf(log.file)}  ${log.adapter.descriptor.id.padEnd(13)}  `;
    lines.push(`${paint('dim', head)}${cut(title, width - head.length)}`);
  }
  print(lines.join('\n'));
  const lineReader = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl+C or the end of input: nothing was chosen.
  const leave = (): void => process.exit(exitCodes.interrupted);
  lineReader.once('SIGINT', leave).once('close', leave);
  try {
    for (;;) {
      const answer = (await lineReader.question(t(`Which one? [1] `, '选哪一个？[1] '))).trim();
      const log = logs[answer === '' ? 0 : Number(answer) - 1];
      if (log !== undefined) return log;
      print(t(`A number from 1 to ${logs.length}, please.`, `请输入 1 到 ${logs.length} 之间的数字。`));
    }
  } finally {
    lineReader.off('close', leave).close();
  }
}

/** A run's title, worked out from the beginning of its log; the file's name where that gives none. */
async function titleOf({ file, adapter }: FoundLog, redactor: Redactor): Promise<string> {
  const beginning = { name: file.name, bytes: () => firstBytes(file, SAMPLE_BYTES) };
  try {
    const { sessions } = await convertSource(adapter, { files: [beginning] }, { redactor });
    return sessions[0]?.session.head.task_title ?? file.name;
  } catch {
    return file.name;
  }
}

async function* firstBytes(file: FoundFile, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of file.bytes()) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

function timeOf({ modifiedMs }: FoundFile): string {
  const local = new Date(modifiedMs - new Date(modifiedMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

function cut(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let shown = '';
  for (const char of text) {
    if (columnsOf(shown + char) >= columns) break;
    shown += char;
  }
  return `${shown}…`;
}
