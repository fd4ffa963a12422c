import { statSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { knownStart } from '../../src/session/index.ts';
import { createPart, type Part } from './commandPart.ts';
import { type ConvertedLog, convertPaths } from './convertPaths.ts';
import { type ExportFormat, exportLogs } from './exportLogs.ts';
import { exitCodes, UsageFailure } from './failure.ts';
import {
  addLogOptions,
  exitCodesNote,
  jsonOf,
  namedLogs,
  noLogs,
  type SessionFacts,
  tellConverted,
} from './openCommand.ts';
import type { Terminal } from './terminal.ts';

/** `export`: writes each log as one file that needs nothing else. */
export function exportCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'export',
      summary: t('Writes each log as one file that needs nothing else.', '把每个日志写成一个独立文件。'),
      examples: [
        [
          '$ session.jsonl',
          t('a replay in HTML, named by the session, in this folder', '在当前文件夹生成以会话 ID 命名的 HTML 回放'),
        ],
        ['$ session.jsonl --out replay.html', t('under this name', '指定文件名')],
        ['$ logs --markdown --out reports', t('a report of each, in a folder', '每个日志一份报告，放入文件夹')],
      ],
      notes: [exitCodesNote(t)],
    },
    terminal,
  );
  addLogOptions(part, terminal)
    .option('--markdown', t('a Markdown report instead of a replay in HTML', '输出 Markdown 报告，而非 HTML 回放'))
    .option(
      '--out <path>',
      t(
        'the folder where files go; or the file, where it ends in .html or .md',
        '输出文件夹；以 .html 或 .md 结尾则为文件',
      ),
      '.',
    )
    .action(async (paths, options) => {
      const target = targetOf(options.out, options.markdown, terminal);
      const { redact, format } = options;
      const named = await namedLogs(paths, terminal);
      const { logs, report } = await convertPaths(named.paths, { redact, format, only: named.only });
      if (logs.length === 0) throw noLogs(report, terminal);
      if (target.name !== undefined && logs.length > 1) {
        throw new UsageFailure(
          t(`${logs.length} sessions do not fit into one file.`, `${logs.length} 个会话无法放进一个文件。`),
          t('Name a folder with --out.', '请用 --out 指定文件夹。'),
        );
      }
      const exported = await exportLogs(logs, target);
      const files = exported.map(({ path }) => path);
      tellConverted(report, terminal);
      for (const { path, wanted } of exported) {
        if (wanted === undefined) continue;
        const why = wanted.is === 'taken' ? t('is taken', '已被占用') : t('is no name for a file', '不能作文件名');
        terminal.tell(t(`${path}: ${wanted.name} ${why}.`, `${path}：${wanted.name} ${why}。`));
      }
      if (options.json)
        terminal.print(
          JSON.stringify({ files: files.map((file) => resolve(file)), ...jsonOf(logs.map(factsOf), report) }, null, 2),
        );
      else terminal.print(files.join('\n'));
      if (report.failures.length > 0) process.exitCode = exitCodes.failed;
      else if (options.strict && report.dataLoss > 0) process.exitCode = exitCodes.refused;
    });
  return part;
}

const formats: Readonly<Record<string, ExportFormat>> = {
  '.html': 'html',
  '.htm': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
};

/** Where files go: a folder, or one file where the path ends like one and no folder stands there. */
function targetOf(
  out: string,
  markdown: boolean | undefined,
  { t }: Terminal,
): { folder: string; format: ExportFormat; name?: string } {
  const format = formats[extname(out).toLowerCase()];
  if (format === undefined || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true) {
    return { folder: out, format: markdown === true ? 'markdown' : 'html' };
  }
  if (markdown === true && format === 'html') {
    throw new UsageFailure(
      t(`--markdown does not go with ${out}.`, `--markdown 与 ${out} 不符。`),
      t('Let the name end in .md, or leave one of them out.', '请让文件名以 .md 结尾，或去掉其中一个。'),
    );
  }
  return { folder: dirname(out), format, name: basename(out) };
}

function factsOf({ session }: ConvertedLog): SessionFacts {
  const { session_id, task_title, provenance } = session;
  return { session_id, task_title, created_at: knownStart(session), format: provenance?.source_format };
}
