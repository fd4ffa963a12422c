import { closeSync, linkSync, lstatSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { replayHtml, reportMarkdown, sessionMarkdown } from '../../src/export/index.ts';
import { endOf, fileHistories, indexSession, sessionPatch } from '../../src/replay/index.ts';
import { knownStart, type Note, type Prices, parseNotesText } from '../../src/session/index.ts';
import { makeFolder } from '../etl/makeFolder.ts';
import { slugOf } from '../etl/slugOf.ts';
import { PRIVATE_MODE } from '../etl/sourceMode.ts';
import { writeTemporary } from '../etl/writeAtomically.ts';
import { maskNotes } from '../serve/keptNotes.ts';

import { createPart, type Part } from './commandPart.ts';
import { type ConvertedLog, convertPaths } from './convertPaths.ts';
import { exitCodes, Failure, UsageFailure } from './failure.ts';
import {
  addLogOptions,
  exitCodesNote,
  jsonOf,
  namedLogs,
  noLogs,
  reportConverted,
  type SessionFacts,
} from './openCommand.ts';
import { pageParts } from './pageParts.ts';
import { pricesText, readPrices, unpricedModels } from './pricesFile.ts';
import { readText } from './readText.ts';
import { plain, type Terminal } from './terminal.ts';
import { withAdapters } from './withAdapters.ts';

export type ExportFormat = 'html' | 'markdown' | 'patch';

const endings: Readonly<Record<ExportFormat, string>> = { html: 'html', markdown: 'md', patch: 'patch' };

/** Where exports go. */
export interface ExportTarget {
  folder: string;
  format: ExportFormat;
  /** With which replays and reports show costs that their logs do not say. */
  prices?: Prices | undefined;
  /** Whether Markdown is everything that happened, rather than a report of it. */
  full?: boolean | undefined;
  /** Notes for the page of the one log. */
  notes?: readonly Note[] | undefined;
  /** File name, for one log; an existing file of that name is replaced. Absent: each session's id names its file. */
  name?: string;
}

/** A file that was written. `wanted` is the name made of its session's id, set where that was taken or is not a valid file name. */
export interface ExportedFile {
  path: string;
  wanted?: { name: string; is: 'taken' | 'unusable' };
}

/**
 * Writes one file for each log into a folder, named by the session's id. Existing files are kept: where a name is taken, a number is
 * appended, unless the existing file is the very same export. A file gets its name only once it is complete. Throws what the system
 * refuses.
 */
export async function exportLogs(
  logs: readonly ConvertedLog[],
  { folder, format, name, ...shown }: ExportTarget,
): Promise<readonly ExportedFile[]> {
  makeFolder(folder);
  return logs.map((log) => {
    const pieces = piecesOf(log, format, shown);
    const temporary = writeTemporary(folder, pieces, log.mode ?? PRIVATE_MODE);
    try {
      if (name !== undefined) {
        const path = join(folder, name);
        renameSync(temporary, path);
        return { path };
      }
      return nameAfterId(temporary, folder, log, endings[format]);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}

function piecesOf(
  log: ConvertedLog,
  format: ExportFormat,
  { full, ...shown }: Pick<ExportTarget, 'prices' | 'notes' | 'full'>,
): Iterable<string> {
  switch (format) {
    case 'html':
      return replayHtml({ ...log, ...shown }, pageParts());
    case 'markdown':
      return full === true
        ? sessionMarkdown(log.session, { prices: shown.prices })
        : reportMarkdown(log.session, { prices: shown.prices });
    case 'patch':
      return [patchOf(log)];
  }
}

/** The net change of every file, including texts that are too long for the session. */
function patchOf({ session, contents }: ConvertedLog): string {
  const index = indexSession(session);
  const texts = contents.filter(({ mediaType }) => mediaType.startsWith('text/'));
  const wholes = new Map(texts.map(({ path, base64 }) => [path, Buffer.from(base64, 'base64').toString('utf8')]));
  return sessionPatch(index, fileHistories(index, wholes), endOf(index)).text;
}

/** A name that every file system accepts and that is no path. */
const fileStem = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,79}$/u;

function nameAfterId(temporary: string, folder: string, { session }: ConvertedLog, extension: string): ExportedFile {
  const { session_id } = session;
  const usable = fileStem.test(session_id);
  const path = nameFile(temporary, folder, usable ? session_id : slugOf(session_id), extension);
  const name = `${session_id}.${extension}`;
  return basename(path) === name ? { path } : { path, wanted: { name, is: usable ? 'taken' : 'unusable' } };
}

/** Gives a file the first name that is free, or that belongs to a file of the same bytes. */
function nameFile(temporary: string, folder: string, stem: string, extension: string): string {
  for (let n = 1; ; n += 1) {
    const path = join(folder, `${stem}${n === 1 ? '' : `-${n}`}.${extension}`);
    if (isCopy(temporary, path) || takeName(temporary, path)) return path;
  }
}

function isCopy(temporary: string, path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size !== lstatSync(temporary).size) return false;
  return readFileSync(temporary).equals(readFileSync(path));
}

/** False where the name exists, even as a dangling link. */
function takeName(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP') throw error;
  }
  // Some disks have no hard links: there, an empty file claims the name first.
  try {
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  renameSync(temporary, path);
  return true;
}

/** Says so where the prices give no cost to any log that states none. */
function reportUnpriced(logs: readonly ConvertedLog[], prices: Prices, { t, say }: Terminal): void {
  const models = unpricedModels(
    logs.map(({ session }) => session),
    prices,
  );
  if (models === undefined) return;
  const inLog = models.map(plain).join(', ');
  const inFile = Object.keys(prices.models).map(plain).join(', ');
  say(
    t(
      `--prices gave no cost: the log names ${inLog}, the file has prices of ${inFile}.`,
      `--prices 没有算出费用：日志中的模型是 ${inLog}，文件中有价格的是 ${inFile}。`,
    ),
  );
}

/** `export`: writes each log as one self-contained file. */
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
        [
          '$ session.jsonl --out changes.patch',
          t('what changed in files, for git apply', '文件改动，可用 git apply 应用'),
        ],
        ['$ logs --markdown --out reports', t('a report of each, in a folder', '每个日志一份报告，放入文件夹')],
      ],
      notes: [exitCodesNote(t, t('a log or a disk', '日志或磁盘'))],
    },
    terminal,
  );
  addLogOptions(part, terminal)
    .option(
      '--patch',
      t('what changed in files, as one patch for git apply', '文件改动，写成一个可用 git apply 应用的补丁'),
    )
    .option('--markdown', t('a Markdown report instead of a replay in HTML', '输出 Markdown 报告，而非 HTML 回放'))
    .option(
      '--full',
      t(
        'Markdown of everything that happened, instead of a report of a few pages',
        '输出全部内容的 Markdown，而非几页的报告',
      ),
    )
    .option(
      '--notes <file>',
      t('notes (*.notes.json) that the page of one session shows', '写入页面的笔记文件（*.notes.json），仅限单个会话'),
    )
    .option(
      '--out <path>',
      t(
        'the folder where files go; or the file, where it ends in .html, .md or .patch',
        '输出文件夹；以 .html、.md 或 .patch 结尾则为文件',
      ),
      '.',
    )
    .option('--prices <file>', pricesText(terminal), (file) => readPrices(file, terminal))
    .action(async (paths, options) => {
      const { prices } = options;
      const target = { ...targetOf(options.out, formatAsked(options, terminal), terminal), prices };
      if (prices !== undefined && target.format === 'patch') {
        throw new UsageFailure(
          t('--prices is for replays and reports: a patch has no cost.', '--prices 用于回放和报告：补丁没有费用。'),
          t('Leave it out, or let the name end in .html or .md.', '请去掉它，或让文件名以 .html 或 .md 结尾。'),
        );
      }
      const { redact, format, zone } = options;
      const { logs, report } = await withAdapters(options, terminal, async (outside) => {
        const named = await namedLogs(paths, terminal);
        return convertPaths(named.paths, { redact, format, zone, only: named.only, outside });
      });
      if (logs.length === 0) throw noLogs(report, terminal);
      if (target.name !== undefined && logs.length > 1) {
        throw new UsageFailure(
          t(`${logs.length} sessions do not fit into one file.`, `${logs.length} 个会话无法放进一个文件。`),
          t('Name a folder with --out.', '请用 --out 指定文件夹。'),
        );
      }
      const notes = notesFor(logs, target.format, options, terminal);
      const exported = await exportLogs(logs, { ...target, notes, full: options.full });
      const files = exported.map(({ path }) => path);
      reportConverted(report, terminal);
      if (prices !== undefined) reportUnpriced(logs, prices, terminal);
      for (const { path, wanted } of exported) {
        if (wanted === undefined) continue;
        const why = wanted.is === 'taken' ? t('is taken', '已被占用') : t('is no name for a file', '不能作文件名');
        const name = plain(wanted.name);
        terminal.say(t(`${path}: ${name} ${why}.`, `${path}：${name} ${why}。`));
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

/** The notes that an option names, masked as the log is. Throws where they are of another session, or no notes at all. */
export function notesFor(
  logs: readonly ConvertedLog[],
  format: ExportFormat,
  { notes: path, redact }: { notes?: string | undefined; redact: boolean },
  { t }: Terminal,
): readonly Note[] | undefined {
  if (path === undefined) return undefined;
  const [log] = logs;
  if (format !== 'html' || log === undefined || logs.length > 1) {
    throw new UsageFailure(
      t('--notes goes with the page of one session.', '--notes 只用于单个会话的页面。'),
      t('Name one log, and leave --markdown and --patch out.', '请只指定一个日志，且不要用 --markdown 或 --patch。'),
    );
  }
  const { file, faults } = parseNotesText(readText(path, t));
  if (file === undefined) {
    const [{ at, expected, actual } = { at: '', expected: '', actual: '' }] = faults;
    const more = faults.length > 1 ? t(` (and ${faults.length - 1} more)`, `（另有 ${faults.length - 1} 处）`) : '';
    throw new Failure(
      t(`${path} is no file of notes: ${at}: ${actual}${more}.`, `${path} 不是笔记文件：${at}：${actual}${more}。`),
      t(
        `Expected there: ${expected}. Its form: schemas/session-notes-1.schema.json`,
        `此处应为：${expected}。格式见 schemas/session-notes-1.schema.json`,
      ),
    );
  }
  const { session_id } = log.session;
  if (file.session_id !== session_id) {
    throw new Failure(
      t(
        `${path} has notes on ${file.session_id}, and this is ${session_id}.`,
        `${path} 是会话 ${file.session_id} 的笔记，而这里是 ${session_id}。`,
      ),
      t('Name the log of that session.', '请指定那个会话的日志。'),
    );
  }
  return redact ? maskNotes(file.notes) : file.notes;
}

const formats: Readonly<Record<string, ExportFormat>> = {
  '.html': 'html',
  '.htm': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.patch': 'patch',
  '.diff': 'patch',
};

/** The format named by an option, if any. */
function formatAsked(
  { markdown, patch }: { markdown?: boolean | undefined; patch?: boolean | undefined },
  { t }: Terminal,
): ExportFormat | undefined {
  if (markdown === true && patch === true) {
    throw new UsageFailure(
      t('--markdown does not go with --patch.', '--markdown 与 --patch 不能同用。'),
      t('Leave one of them out.', '请去掉其中一个。'),
    );
  }
  return markdown === true ? 'markdown' : patch === true ? 'patch' : undefined;
}

/** The destination: a folder, or a single file if the path ends like one and no folder stands there. */
function targetOf(
  out: string,
  asked: ExportFormat | undefined,
  { t }: Terminal,
): { folder: string; format: ExportFormat; name?: string } {
  const format = formats[extname(out).toLowerCase()];
  if (format === undefined || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true) {
    return { folder: out, format: asked ?? 'html' };
  }
  if (asked !== undefined && format !== asked) {
    const option = `--${asked}`;
    throw new UsageFailure(
      t(`${option} does not go with ${out}.`, `${option} 与 ${out} 不符。`),
      t(
        `Let the name end in .${endings[asked]}, or leave one of them out.`,
        `请让文件名以 .${endings[asked]} 结尾，或去掉其中一个。`,
      ),
    );
  }
  return { folder: dirname(out), format, name: basename(out) };
}

function factsOf({ session }: ConvertedLog): SessionFacts {
  const { session_id, task_title, provenance } = session;
  return { session_id, task_title, created_at: knownStart(session), format: provenance?.source_format };
}
