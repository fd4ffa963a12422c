import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { readJsonLines } from '../../src/adapters/read/readJsonLines.ts';
import {
  lastReply,
  lastTranscript,
  sessionIdFromOutput,
  sessionIdFromTerminal,
  stepRecord,
  toolCalls,
  totalStepTime,
  transcriptPathFor,
} from '../../src/adapters/wf/queries.ts';
import { createPart, type Part, wholeNumber } from './commandPart.ts';
import { exitCodes, Failure } from './failure.ts';
import { readText } from './readText.ts';
import type { Terminal } from './terminal.ts';

/** `wf`: queries a workflow log, or the transcript of one of its agents. */
export function wfCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'wf',
      hasParts: true,
      summary: t(
        'Asks a workflow log, or the transcript of its last agent.',
        '查询工作流日志，或其最后一个代理的会话记录。',
      ),
      examples: [
        ['$ time .wf/logs/task.jsonl', t('how long its steps took', '各步骤总用时')],
        ['$ reply .wf/logs/task.jsonl', t('the last reply of its last agent', '最后一个代理的最后回复')],
      ],
      notes: [
        t(
          'Exit codes: 0 done · 1 the log does not say · 2 wrong call · 3 there is no log.',
          '退出码：0 完成 · 1 日志未记载 · 2 用法错误 · 3 没有日志。',
        ),
      ],
    },
    terminal,
  );
  for (const query of [step, transcript, reply, tools, time, path, sessionId]) part.addCommand(query(terminal) as Part);
  return part;
}

function aLog({ t }: Terminal): string {
  return t('a workflow log', '工作流日志');
}

function aLogOrTranscript({ t }: Terminal): string {
  return t('a workflow log, or a transcript', '工作流日志或会话记录');
}

function whereTranscriptsAre({ t }: Terminal): string {
  return t(
    'where transcripts are looked for that have moved (~/.claude/projects)',
    '移动过的会话记录在哪里找（~/.claude/projects）',
  );
}

function step(terminal: Terminal): unknown {
  const { t } = terminal;
  return createPart({ name: 'step', summary: t('the records of a step', '某一步骤的记录') }, terminal)
    .argument(
      '<number>',
      t('the number of the step, from 0', '步骤序号，从 0 开始'),
      wholeNumber(0, 999_999_999, terminal),
    )
    .argument('<log>', aLog(terminal))
    .action(async (number, log) => {
      const found = stepRecord(await readRecords(log, terminal), number);
      if (found.length === 0) miss(t(`The log has no step ${number}.`, `日志中没有步骤 ${number}。`));
      for (const record of found) terminal.quote(JSON.stringify(record));
    });
}

function transcript(terminal: Terminal): unknown {
  const { t } = terminal;
  const summary = t('the path of the last agent’s transcript', '最后一个代理的会话记录路径');
  return createPart({ name: 'transcript', summary }, terminal)
    .argument('<log>', aLog(terminal))
    .action(async (log) => {
      const found = lastTranscript(await readRecords(log, terminal));
      terminal.quote(found ?? miss(t('No step of the log left a transcript.', '日志中没有步骤留下会话记录。')));
    });
}

function reply(terminal: Terminal): unknown {
  const { t } = terminal;
  return createPart(
    { name: 'reply', summary: t('the last reply in that transcript', '该会话记录中的最后回复') },
    terminal,
  )
    .argument('<log>', aLogOrTranscript(terminal))
    .option('--projects <dir>', whereTranscriptsAre(terminal))
    .action(async (log, { projects }) => {
      const found = lastReply(await readTranscript(log, projects, terminal));
      terminal.quote(found ?? miss(t('The transcript holds no reply.', '会话记录中没有回复。')));
    });
}

function tools(terminal: Terminal): unknown {
  const { t } = terminal;
  return createPart(
    { name: 'tools', summary: t('the tool calls in that transcript', '该会话记录中的工具调用') },
    terminal,
  )
    .argument('<log>', aLogOrTranscript(terminal))
    .option('--projects <dir>', whereTranscriptsAre(terminal))
    .action(async (log, { projects }) => {
      for (const call of toolCalls(await readTranscript(log, projects, terminal))) terminal.quote(JSON.stringify(call));
    });
}

function time(terminal: Terminal): unknown {
  const { t } = terminal;
  return createPart(
    { name: 'time', summary: t('how long all steps took, in seconds', '所有步骤的总用时（秒）') },
    terminal,
  )
    .argument('<log>', aLog(terminal))
    .action(async (log) => {
      const seconds = totalStepTime(await readRecords(log, terminal));
      if (seconds === undefined) miss(t('No step of the log says how long it took.', '日志中没有步骤记有用时。'));
      terminal.quote(String(seconds));
    });
}

function path(terminal: Terminal): unknown {
  const { t } = terminal;
  const summary = t('where Claude Code keeps the transcript of a session', 'Claude Code 存放会话记录的位置');
  return createPart({ name: 'path', summary }, terminal)
    .argument('<cwd>', t('its working directory', '工作目录'))
    .argument('<session-id>', t('its id', '会话 id'))
    .action((cwd, id) => terminal.quote(transcriptPathFor(cwd, id)));
}

function sessionId(terminal: Terminal): unknown {
  const { t } = terminal;
  const summary = t('the session id in what claude printed', 'claude 输出中的会话 id');
  return createPart({ name: 'session-id', summary }, terminal)
    .argument('[file]', t('- or nothing: standard input', '- 或不写：标准输入'), '-')
    .action((file) => {
      const text = readText(file === '-' ? file : existing(file, terminal), t);
      const id = sessionIdFromOutput(text) ?? sessionIdFromTerminal(text);
      terminal.quote(id ?? miss(t('There is no session id in it.', '其中没有会话 id。')));
    });
}

/** The error for what the log does not say. */
function miss(message: string): never {
  throw new Failure(message, '', exitCodes.refused);
}

function existing(path: string, { t }: Terminal): string {
  if (existsSync(path)) return path;
  throw new Failure(t(`There is no file ${path}.`, `没有文件 ${path}。`), t('Check the path.', '请检查路径。'));
}

async function readRecords(path: string, terminal: Terminal): Promise<unknown[]> {
  const file = { name: path, bytes: () => createReadStream(existing(path, terminal)) };
  const context = { report: () => undefined };
  const records: unknown[] = [];
  for await (const batch of readJsonLines(file, { context, source: 0 })) {
    for (const item of batch) if (item.is === 'record') records.push(item.value);
  }
  return records;
}

/** The transcript that a log names: at that path, or under the same file name anywhere below the projects folder. */
function findTranscript(path: string, projects: string): string | undefined {
  const named = path.replace(/^~(?=\/)/, homedir());
  if (existsSync(named)) return named;
  if (!existsSync(projects)) return undefined;
  const name = basename(path.replaceAll('\\', '/'));
  const found = readdirSync(projects, { recursive: true, withFileTypes: true }).find((entry) => entry.name === name);
  return found === undefined ? undefined : join(found.parentPath, found.name);
}

/** The records of the last agent's transcript, or of the file itself if it is a transcript. */
async function readTranscript(
  path: string,
  projects = join(homedir(), '.claude', 'projects'),
  terminal: Terminal,
): Promise<unknown[]> {
  const records = await readRecords(path, terminal);
  const pointer = lastTranscript(records);
  if (pointer === undefined) return records;
  const { t } = terminal;
  const transcript = findTranscript(pointer, projects);
  return readRecords(
    transcript ??
      miss(
        t(
          `The transcript ${pointer} is not there, nor below ${projects}.`,
          `会话记录 ${pointer} 不存在，${projects} 下也没有。`,
        ),
      ),
    terminal,
  );
}
