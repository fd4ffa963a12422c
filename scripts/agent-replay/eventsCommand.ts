import { existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { scanLog } from '../../src/adapters/codex-log/conversationLog.ts';
import {
  indexConversationLog,
  type LocatedEvent,
  type LogEvent,
  type LogIndexEntry,
  readEvent,
} from '../../src/adapters/codex-log/index.ts';
import { readChunks } from '../etl/readChunks.ts';
import { createPart, type Part, wholeNumber } from './commandPart.ts';
import { exitCodes, Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';

const PREVIEW_CHARS = 100;

/** `events`: lists the events of a Codex log. */
export function eventsCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'events',
      summary: t('Lists the events of a Codex log, or reads one of them.', '列出 Codex 日志的事件，或读取其中一个。'),
      examples: [
        [
          '$ conversation.log',
          t('a line each: number, line, bytes, type, beginning', '每个事件一行：序号、行、字节、类型、开头'),
        ],
        ['$ conversation.log 6', t('event 6 as JSON, read by its bytes alone', '按字节读取第 6 个事件（JSON）')],
        ['$ conversation.log --json', t('all as JSON lines', '全部输出为 JSON 行')],
      ],
      notes: [
        t(
          'The bytes of the events tile the log. The list marks an event whose boundary was guessed with “?”.',
          '事件的字节连续覆盖整个日志。边界为推测的事件以“?”标出。',
        ),
        t(
          'Exit codes: 0 done · 1 there is no such event · 2 wrong call · 3 there is no log.',
          '退出码：0 完成 · 1 没有此事件 · 2 用法错误 · 3 没有日志。',
        ),
      ],
    },
    terminal,
  );
  part
    .argument('<log>', t('a log that `codex exec` printed', '`codex exec` 输出的日志'))
    .argument(
      '[number]',
      t('the number of an event, from 0', '事件序号，从 0 开始'),
      wholeNumber(0, 999_999_999, terminal),
    )
    .option('--json', t('all events as JSON lines, each with its line and bytes', '输出为 JSON 行，含行号与字节'))
    .action(async (log, number, { json }) => {
      if (!existsSync(log)) {
        throw new Failure(t(`There is no file ${log}.`, `没有文件 ${log}。`), t('Check the path.', '请检查路径。'));
      }
      if (!statSync(log).isFile()) {
        throw new Failure(
          t(`${log} is no file.`, `${log} 不是文件。`),
          t('Name the log itself.', '请指定日志文件本身。'),
        );
      }
      if (number === undefined) await printAll(log, json === true, terminal);
      else await printOne(log, number, terminal);
    });
  return part;
}

/** The first words of an event's text. */
function previewOf(event: LogEvent): string {
  const text = event.type === 'session_start' ? Object.values(event.meta).join(' ') : Object.values(event).join(' ');
  const words = text.slice(event.type === 'session_start' ? 0 : event.type.length, 4 * PREVIEW_CHARS);
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW_CHARS).toWellFormed();
}

function printRow(
  number: number,
  { event, line, byteOffset, byteLength, guessed }: LocatedEvent,
  terminal: Terminal,
): void {
  const location = `${String(line).padStart(8)}  ${`${byteOffset}+${byteLength}`.padEnd(20)}`;
  terminal.quote(
    `${String(number).padStart(7)}${location}  ${event.type}${guessed === true ? '?' : ''}  ${previewOf(event)}`,
  );
}

async function printAll(path: string, json: boolean, terminal: Terminal): Promise<void> {
  const { t } = terminal;
  const file = { name: path, bytes: () => readChunks(path) };
  let number = 0;
  let isLog = false;
  for await (const batch of scanLog(file, { report: () => undefined })) {
    for (const located of batch) {
      const { event, line, byteOffset, byteLength, guessed } = located;
      if (json) terminal.quote(JSON.stringify({ ...event, line, byteOffset, byteLength, guessed }));
      else printRow(number, located, terminal);
      number += 1;
      isLog ||= event.type !== 'unknown';
    }
  }
  if (!isLog) {
    throw new Failure(
      t(`${path} holds no event of Codex.`, `${path} 中没有 Codex 的事件。`),
      t('Name a log that `codex exec` printed.', '请指定 `codex exec` 输出的日志。'),
    );
  }
}

/** Finds where an event stands; reads the log no farther than that. */
async function findEntry(path: string, number: number): Promise<LogIndexEntry | undefined> {
  let at = 0;
  for await (const entry of indexConversationLog(readChunks(path))) {
    if (at === number) return entry;
    at += 1;
  }
  return undefined;
}

async function printOne(path: string, number: number, terminal: Terminal): Promise<void> {
  const { t } = terminal;
  const entry = await findEntry(path, number);
  if (entry === undefined) {
    throw new Failure(
      t(`The log has no event ${number}.`, `日志没有第 ${number} 个事件。`),
      t('They are counted from 0.', '序号从 0 开始。'),
      exitCodes.refused,
    );
  }
  const file = await open(path);
  const read = async (byteOffset: number, byteLength: number): Promise<Uint8Array> =>
    (await file.read(new Uint8Array(byteLength), 0, byteLength, byteOffset)).buffer;
  const { line, byteOffset, byteLength, guessed } = entry;
  const event = await readEvent({ index: [entry], read }, 0);
  terminal.quote(JSON.stringify({ ...event, line, byteOffset, byteLength, guessed }, null, 2));
  await file.close();
}
