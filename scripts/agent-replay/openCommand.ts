import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '../etl/catalogue/openCatalogue.ts';
import type { EtlReport } from '../etl/etlReport.ts';
import { accountLine, failureLine, forcedLines, inLanguage } from '../etl/formatReport.ts';
import { runEtl } from '../etl/runEtl.ts';
import { openStaging } from '../etl/stagingFolder.ts';
import { notesFolder } from '../serve/keptNotes.ts';
import { addAdapterOptions } from './adapterOptions.ts';
import { createPart, option, type Part, wholeNumber } from './commandPart.ts';
import { exitCodes, Failure } from './failure.ts';
import { type FollowOptions, followLog } from './followLog.ts';
import { commandName, project } from './kit.ts';
import { chooseLog } from './newestLogs.ts';
import { openBrowser } from './openBrowser.ts';
import { pageParts } from './pageParts.ts';
import { pricesText, readPrices } from './pricesFile.ts';
import { type ServedSession, serveReplays } from './serveReplays.ts';
import { plain, type Terminal } from './terminal.ts';
import { withAdapters } from './withAdapters.ts';

/** `open`: replays logs in the browser. */
export function openCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'open',
      summary: t('Replays logs in the browser; nothing leaves this machine.', '在浏览器中回放日志；数据不离开本机。'),
      examples: [
        ['$', t('the newest session on this machine', '本机最新的会话')],
        ['$ session.jsonl', t('one log', '单个日志')],
        ['$ ~/.codex/sessions/2026/02', t('all of a folder', '整个文件夹')],
        ['$ session.jsonl --follow', t('while its agent is at work', '代理仍在运行时')],
      ],
      notes: [exitCodesNote(t, t('a log, a port or a disk', '日志、端口或磁盘'))],
    },
    terminal,
  );
  addLogOptions(part, terminal)
    .option(
      '--port <n>',
      t('a port of this machine (any that is free)', '本机端口（默认任选空闲端口）'),
      wholeNumber(0, 65_535, terminal),
    )
    .addOption(
      option(
        '--follow',
        t('show what is added to one log as it comes', '日志增加内容时随即显示（一个日志）'),
      ).conflicts(['redact', 'strict', 'format', 'zone']),
    )
    .option('--no-browser', t('print the address only', '只打印地址'))
    .option('--prices <file>', pricesText(terminal), (file) => readPrices(file, terminal))
    .action(async (paths, options) => {
      const folder = sessionsFolder();
      if (options.follow === true) return openFollowed(paths, folder, options, terminal);
      const { redact, format, zone } = options;
      const report = await withAdapters(options, terminal, async (outside) => {
        const named = await namedLogs(paths, terminal);
        const jobs = availableParallelism();
        return runEtl(
          { ...named, out: folder, annotate: 'auto', zone, redact, format, outside, check: false, jobs },
          { project, progress: process.stderr },
        );
      });
      const sessions = await sessionsIn(folder, report);
      if (sessions.length === 0) throw noLogs(report, terminal);
      reportConverted(report, terminal);
      if (options.strict && report.dataLoss > 0) {
        terminal.say(
          t('Not opened: something was lost, and --strict was given.', '未打开：有内容丢失，且指定了 --strict。'),
        );
        process.exitCode = exitCodes.refused;
        return;
      }
      const { url } = await serveReplays(sessions, pageParts(), options.port ?? 0, {
        prices: options.prices,
        notes: notesFolder({ platform: process.platform, env: process.env, home: homedir() }),
      });
      if (options.json) terminal.print(JSON.stringify({ url, ...jsonOf(sessions.map(factsOf), report) }, null, 2));
      else {
        const one = t(`The replay is at ${url} (Ctrl+C ends it)`, `回放地址：${url}（按 Ctrl+C 结束）`);
        const many = t(
          `${sessions.length} replays are at ${url} (Ctrl+C ends it)`,
          `${sessions.length} 个回放：${url}（按 Ctrl+C 结束）`,
        );
        terminal.print(sessions.length === 1 ? one : many);
      }
      if (options.browser && process.stdout.isTTY) openBrowser(url);
    });
  return part;
}

/** Opens one log, and follows it until the user ends the command. */
async function openFollowed(
  paths: readonly string[],
  out: string,
  {
    json,
    browser,
    port = 0,
    prices,
    adapter,
    config,
  }: Pick<FollowOptions, 'adapter' | 'config'> & {
    json?: boolean;
    browser: boolean;
    port?: number;
    prices?: FollowOptions['prices'];
  },
  terminal: Terminal,
): Promise<void> {
  const { t, print } = terminal;
  const followed = await followLog(paths, { adapter, config, out, prices, port }, terminal);
  if (followed.is === 'no-log') throw noLogs(followed.report, terminal);
  const { url, log } = followed;
  if (json === true) print(JSON.stringify({ url, log }, null, 2));
  else {
    print(t(`The replay is at ${url} (Ctrl+C ends it)`, `回放地址：${url}（按 Ctrl+C 结束）`));
    terminal.say(plain(t(`It follows ${log}`, `正在跟随 ${log}`)));
  }
  if (browser && process.stdout.isTTY) openBrowser(url);
}

/** The argument and options shared by commands that convert logs in memory. */
export function addLogOptions(part: Part, terminal: Terminal) {
  const { t } = terminal;
  return addAdapterOptions(part, terminal)
    .argument(
      '[logs...]',
      t(
        'files, folders or globs; none: the newest session on this machine',
        '文件、文件夹或通配符；不写则为本机最新的会话',
      ),
    )
    .option('--no-redact', t('leave secrets as they are (masked by default)', '保留密钥原文（默认遮盖）'))
    .option('--strict', t('exit 1 if anything of a log was lost', '日志有任何丢失则以 1 退出'))
    .option('--json', t('what was made, and what became of the logs, for machines', '以机器可读格式输出结果与经过'));
}

/** A line of help on exit codes; `mayFail` names what ends such a command with 3. */
export function exitCodesNote(t: Terminal['t'], mayFail: string): string {
  return t(
    `Exit codes: 0 done · 1 --strict says no · 2 wrong call · 3 ${mayFail} failed.`,
    `退出码：0 完成 · 1 --strict 未通过 · 2 用法错误 · 3 ${mayFail}失败。`,
  );
}

/** The logs named on the command line, or else the newest on this machine. */
export async function namedLogs(
  paths: readonly string[],
  terminal: Terminal,
): Promise<{ paths: readonly string[]; only: string | undefined }> {
  if (paths.length > 0) return { paths, only: undefined };
  const { folder, file } = await chooseLog(terminal);
  return { paths: [folder], only: file.path };
}

/** Prints for each file why it gave no session, and returns the error to throw. */
export function noLogs(report: EtlReport, terminal: Terminal): Failure {
  reportRefused(report, terminal);
  const { t } = terminal;
  const { failures, unrecognised, sideFiles, notConverted, leftOut, passedOver } = report;
  if ([unrecognised, sideFiles, notConverted, leftOut, passedOver].every(({ length }) => length === 0)) {
    // What failed is named above, with what to do.
    if (failures.length > 0) return new Failure(t('No log was read.', '没有读到日志。'), '');
    return new Failure(t('No files found.', '没有找到文件。'), t('Check the path.', '请检查路径。'));
  }
  return new Failure(
    t('None of the files is a log that the kit knows.', '没有一个文件是本工具认识的日志。'),
    t(`${commandName} formats lists what it reads.`, `${commandName} formats 列出可读取的格式。`),
  );
}

/** Prints what became of the logs: files that are not logs, and a one-line summary. */
export function reportConverted(report: EtlReport, terminal: Terminal): void {
  reportRefused(report, terminal);
  const { t, say } = terminal;
  for (const forced of forcedLines(report, terminal)) say(plain(forced));
  const line = accountLine(report, terminal);
  say(report.dataLoss > 0 ? `${line} ${t('(--json says where)', '（--json 给出位置）')}` : line);
}

function reportRefused(report: EtlReport, terminal: Terminal): void {
  const { t, say } = terminal;
  const failed = new Set(report.failures.map(({ file }) => file));
  for (const failure of report.failures) say(plain(failureLine(failure, terminal)), 'red');
  const refused = report.unrecognised
    .filter(({ file }) => !failed.has(file))
    .map(({ file, nearest, refusals }) => ({
      file,
      because:
        nearest === undefined
          ? t('no format that the kit knows', '没有匹配的格式')
          : `${nearest}: ${inLanguage(refusals[nearest] ?? '', terminal)}`,
    }));
  for (const { file, because } of [...refused, ...report.sideFiles, ...report.notConverted]) {
    const why = inLanguage(because, terminal);
    say(plain(t(`Not a log: ${file} (${why})`, `不是日志：${file}（${why}）`)));
  }
}

/** A converted session, as `--json` prints it. */
export interface SessionFacts {
  session_id: string;
  task_title: string;
  /** Start time; absent where nothing states it. */
  created_at: string | undefined;
  /** Adapter id. */
  format: string | undefined;
}

/** Converted logs, as `--json` prints them. */
export function jsonOf(sessions: readonly SessionFacts[], report: EtlReport): object {
  const { published: _, sessions: __, ...rest } = report;
  return { sessions, ...rest };
}

function factsOf({ entry: { session_id, task_title, created_at, source_format } }: ServedSession): SessionFacts {
  return { session_id, task_title, created_at, format: source_format };
}

/** A temporary folder of this process for sessions and their contents, removed when the process ends. */
function sessionsFolder(): string {
  const staging = openStaging();
  process.once('exit', staging.remove);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(code));
  }
  return join(staging.path, 'sessions');
}

/** The sessions of a run, in the order of its sources. */
async function sessionsIn(folder: string, { sessions }: EtlReport): Promise<ServedSession[]> {
  const catalogue = await openCatalogue({ out: folder, project, fingerprint: '', check: true });
  try {
    const entries = await catalogue.sessions(sessions.map(({ session_id }) => session_id));
    return entries.map((entry) => {
      const path = join(folder, entry.session_id);
      return { entry, file: `${path}.json`, contents: `${path}.content` };
    });
  } finally {
    await catalogue.close();
  }
}
