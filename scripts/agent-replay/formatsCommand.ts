import { homedir } from 'node:os';
import type { Adapter } from '../../src/adapters/contract.ts';
import { adapters } from '../../src/adapters/registry.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { discoverFolders } from '../etl/discoverFolders.ts';

import { createPart, type Part } from './commandPart.ts';
import { plain, type Terminal } from './terminal.ts';
import { withAdapters } from './withAdapters.ts';

/** A folder of logs, and what it contains. */
interface Kept {
  path: string;
  /** Number of files below it; 0 where it does not exist. */
  files: number;
  /** Time of the newest file, in ISO 8601; absent where there is no file. */
  newest?: string;
}

interface Known {
  format: string;
  label: string;
  versions_seen: readonly string[];
  kept: readonly Kept[];
}

/** `formats`: lists which formats are read, where the tools keep their logs, and which of them exist on this machine. */
export function formatsCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'formats',
      summary: t('Lists what is read, and what of it lies on this machine.', '列出可读取的格式，以及本机上的日志。'),
      examples: [
        ['$', t('a paragraph each', '每种格式一段')],
        ['$ --json', t('for machines', '机器可读')],
      ],
      notes: [
        t(
          'Exit codes: 0 done · 2 wrong call · 3 a folder could not be read.',
          '退出码：0 完成 · 2 用法错误 · 3 有文件夹无法读取。',
        ),
      ],
    },
    terminal,
  );
  const taking = part
    .option(
      '--adapter <module>',
      t('list an adapter of your own, too: a file or a package', '同时列出自己的适配器：文件或包'),
      (module: string, before: readonly string[]) => [...before, module],
      [] as readonly string[],
    )
    .option('--config <file>', t('the configuration', '配置文件'));
  taking.option('--json', t('a list for machines', '机器可读的列表')).action(async ({ json, ...settings }) => {
    const known = await withAdapters(settings, terminal, async (outside) => knownFormats(outside?.adapters ?? []));
    terminal.print(json ? JSON.stringify({ formats: known }, null, 2) : formatLines(known, terminal).join('\n'));
  });
  return part;
}

function knownFormats(outside: readonly Adapter[]): Known[] {
  const { env, platform } = process;
  const folders = discoverFolders({ platform, env, home: homedir(), cwd: process.cwd() });
  return [...adapters, ...outside].map(({ descriptor: { id, label, versionsSeen } }) => ({
    format: id,
    label,
    versions_seen: versionsSeen,
    kept: folders.filter(({ format }) => format === id).map(({ path }) => keptIn(path)),
  }));
}

function keptIn(path: string): Kept {
  const { files } = collectFiles([path]);
  const newest = files.reduce((latest, { modifiedMs }) => Math.max(latest, modifiedMs), 0);
  return { path, files: files.length, ...(newest === 0 ? {} : { newest: new Date(newest).toISOString() }) };
}

function formatLines(known: readonly Known[], { t, figure, paint }: Terminal): string[] {
  const about = descriptions(t);
  return known.flatMap(({ format, label, versions_seen, kept }, index) => [
    ...(index === 0 ? [] : ['']),
    `${paint('bold', format)}  ${about[format] ?? label}`,
    `  ${t('versions seen', '见过的版本')} ${versions_seen.at(0)} – ${versions_seen.at(-1)}`,
    ...(kept.length === 0 ? [`  ${t('kept wherever you put it', '由你决定存放位置')}`] : []),
    ...kept.map(({ path, files, newest }) => {
      if (files === 0) return paint('dim', `  – ${plain(path)}`);
      const count = t(
        `${figure(files)} ${files === 1 ? 'file' : 'files'}, newest ${newest?.slice(0, 10)}`,
        `${figure(files)} 个文件，最新 ${newest?.slice(0, 10)}`,
      );
      return `  ${paint('green', '✓')} ${plain(path)} (${count})`;
    }),
  ]);
}

function descriptions(t: Terminal['t']): Readonly<Record<string, string>> {
  return {
    std001: t('STD-001 sessions of every version, and STD-008', '各版本的 STD-001 会话，以及 STD-008'),
    'claude-code': t('transcripts of Claude Code, with their subagents', 'Claude Code 的会话记录，含子代理'),
    'claude-stream': t(
      'what `claude -p --output-format stream-json` prints',
      '`claude -p --output-format stream-json` 的输出',
    ),
    'codex-exec-json': t('what `codex exec --json` prints', '`codex exec --json` 的输出'),
    'codex-log': t('what `codex exec` prints', '`codex exec` 的输出'),
    'codex-rollout': t('session files of Codex, with the threads they spawned', 'Codex 的会话文件，含其派生线程'),
    'copilot-cli': t('sessions of Copilot CLI, with their subagents', 'Copilot CLI 的会话，含子代理'),
    pi: t('sessions of the pi coding agent, with the ways it did not go on', 'pi 编程代理的会话，含被放弃的分支'),
    'gemini-cli': t(
      'sessions of Gemini CLI, with what was taken back and what the model forgot',
      'Gemini CLI 的会话，含被撤回与被压缩的内容',
    ),
    cursor: t(
      "transcripts of Cursor's agents, the streams and the database of its command line, and the database of the editor",
      'Cursor 代理的对话记录，其命令行的输出流与数据库，以及编辑器的数据库',
    ),
    'qwen-code': t('sessions of Qwen Code, with the ways they did not go on', 'Qwen Code 的会话，含被放弃的分支'),
    opencode: t(
      'sessions of OpenCode: its database and its folder of files, exports, and what `opencode run --format json` prints',
      'OpenCode 的会话：数据库、文件夹、导出文件，以及 `opencode run --format json` 的输出',
    ),
    kimi: t('sessions of kimi-cli and Kimi Code, with their subagents', 'kimi-cli 与 Kimi Code 的会话，含子代理'),
    'kiro-cli': t(
      'sessions of Kiro CLI, and saved conversations of it and of Amazon Q',
      'Kiro CLI 的会话，以及它与 Amazon Q 保存的对话',
    ),
    frago: t('sessions that the Frago monitor watched', 'Frago 监控的会话'),
    planner: t('plans with their reviews and the research behind them', '计划及其审阅与调研'),
    wf: t('runs of chained workflow steps', '串联工作流步骤的运行'),
  };
}
