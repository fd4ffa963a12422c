import { existsSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { discoverFolders } from '../etl/discoverFolders.ts';
import type { EtlReport } from '../etl/etlReport.ts';
import { failureLine, forcedLines, formatReport, lossLines } from '../etl/formatReport.ts';
import type { OutsideAdapters } from '../etl/outsideAdapters.ts';
import { runEtl } from '../etl/runEtl.ts';
import { isBucketAddress } from '../etl/store/openStore.ts';
import { type WatchNews, watchSources } from '../etl/watch/watchSources.ts';
import type { AdapterSettings } from './adapterOptions.ts';
import { exitCodes, UsageFailure } from './failure.ts';
import { commandName, isClone, project } from './kit.ts';
import { readRules } from './secretCheck.ts';
import { pathFromHere, plain, type Terminal } from './terminal.ts';
import { inHome, withAdapters } from './withAdapters.ts';

/** Maximum number of sessions named in a line. */
const MAX_NAMED = 5;

/** What the command line of `etl` says. */
interface EtlSettings extends AdapterSettings {
  discover?: true;
  out: string;
  jobs?: number;
  annotate: 'auto' | 'none';
  watch?: true;
  prune?: true;
  redact: boolean;
  rules?: string | undefined;
  check?: true;
  strict?: true;
  json?: true;
  verbose?: true;
  quiet?: true;
}

/** Converts the logs that are named, prints what became of them, and gives the exit code. */
export function convertLogs(named: readonly string[], settings: EtlSettings, terminal: Terminal): Promise<number> {
  const rules = readRules(settings.rules, terminal.t);
  const work = (outside: OutsideAdapters | undefined) => convertWith(named, { ...settings, rules }, outside, terminal);
  return withAdapters({ ...settings, rules }, terminal, work);
}

async function convertWith(
  named: readonly string[],
  settings: EtlSettings,
  outside: OutsideAdapters | undefined,
  terminal: Terminal,
): Promise<number> {
  const { t } = terminal;
  const { check = false, prune = false, watch = false, jobs = availableParallelism() } = settings;
  if (watch && check)
    throw new UsageFailure(
      t('--watch writes, --check does not.', '--watch 会写入，--check 不会。'),
      t('Use one of them.', '请只用其一。'),
    );
  if (watch && [...named, settings.out].some(isBucketAddress))
    throw new UsageFailure(
      t('--watch follows files on disks, not objects in buckets.', '--watch 跟随磁盘上的文件，不跟随存储桶中的对象。'),
      t('Run without it, again and again: only what changed is converted.', '请去掉它并定期运行：只转换有变化的内容。'),
    );
  const started = performance.now();
  const given = named.length > 0 || settings.discover === true ? named : defaultPaths(outside?.paths, terminal);
  const paths = [...given, ...(settings.discover === true ? discovered(terminal) : [])];
  const { out, annotate, zone, redact, rules, format } = settings;
  const stopped = (written: number): void => {
    const what = written === 1 ? '1 session was written' : `${terminal.figure(written)} sessions were written`;
    terminal.say(
      t(
        `Stopped: ${what}; the rest comes with the next run.`,
        `已停止：写出了 ${terminal.figure(written)} 个会话；其余的下次运行时转换。`,
      ),
    );
    process.exit(exitCodes.interrupted);
  };
  const options = { paths, out, annotate, zone, redact, rules, format, check, prune, jobs, outside };
  const report = await runEtl(options, { project, progress: process.stderr, say: terminal.say, stopped });
  const elapsedMs = Math.round(performance.now() - started);
  if (settings.json) {
    const more = { out: isBucketAddress(out) ? out : resolve(out), elapsed_ms: elapsedMs };
    terminal.print(JSON.stringify({ ...report, ...more }, null, 2));
  } else {
    const table = settings.quiet === true ? '' : formatReport(report, terminal, settings.verbose);
    const ending = endingOf({ report, elapsedMs, settings }, terminal);
    terminal.print([...(table === '' ? [] : [table, '']), ...ending].join('\n'));
    if (settings.quiet === true) {
      for (const failure of report.failures) terminal.say(plain(failureLine(failure, terminal)), 'red');
      for (const forced of forcedLines(report, terminal)) terminal.say(plain(forced));
    }
  }
  if (watch) await goOn({ ...options, paths }, terminal);
  return codeOf(report, settings, terminal);
}

function codeOf(report: EtlReport, { check, strict, quiet, json }: EtlSettings, terminal: Terminal): number {
  const { t, say } = terminal;
  if (report.failures.length > 0) return exitCodes.failed;
  if (check && report.published.changed) {
    say(
      t(
        'Sessions are not up to date: run `pnpm etl` and commit what it changes.',
        '会话不是最新：请运行 `pnpm etl` 并提交改动。',
      ),
    );
    return exitCodes.refused;
  }
  if (strict !== true || report.dataLoss === 0) return exitCodes.done;
  say(t('--strict: something of the logs was lost.', '--strict：日志有内容丢失。'));
  // Without the table, or with one for machines, nobody has named it yet.
  if (quiet === true || json === true) for (const line of lossLines(report, terminal)) say(plain(line));
  return exitCodes.refused;
}

/** Watches and converts until it is interrupted. */
async function goOn(options: Parameters<typeof watchSources>[0], terminal: Terminal): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  terminal.say(terminal.t('Watching. Ctrl+C ends it.', '正在监视。按 Ctrl+C 结束。'));
  const reportNews = (news: WatchNews): void => terminal.print(newsLine(news, terminal));
  await watchSources(options, { project, report: reportNews, signal: stop.signal });
}

function newsLine(news: WatchNews, { t, figure, paint }: Terminal): string {
  const time = paint('dim', new Date().toTimeString().slice(0, 8));
  if (news.is !== 'session') return `${time}  ${news.message}`;
  const { file, isNew, records, added } = news;
  const all = figure(records);
  const what = isNew
    ? t(`new, ${all} records`, `新增，${all} 条记录`)
    : added > 0
      ? t(`+${figure(added)} records, ${all} in all`, `+${figure(added)} 条记录，共 ${all} 条`)
      : t(`converted anew, ${all} records`, `重新转换，${all} 条记录`);
  return `${time}  ${basename(file, '.json')}  ${what}`;
}

/** The project's samples, and the paths that the configuration names. */
function defaultPaths(configured: readonly string[] | undefined, { t }: Terminal): string[] {
  const samples = join(project, 'data', 'sources');
  const named = (configured ?? []).map(inHome);
  const own = isClone || existsSync(samples) ? [samples] : [];
  if (own.length + named.length > 0) return [...own, ...named];
  throw new UsageFailure(
    t('No logs are named.', '没有指定日志。'),
    t(
      'Name files or folders, or look for those on this machine with --discover.',
      '请写出文件或文件夹，或用 --discover 查找本机日志。',
    ),
  );
}

/** The folders of the tools that exist on this machine; prints which. */
function discovered({ t, say }: Terminal): string[] {
  const { env, platform } = process;
  const folders = discoverFolders({ platform, env, home: homedir(), cwd: process.cwd() })
    .map(({ path }) => path)
    .filter((path) => existsSync(path));
  say(
    folders.length === 0
      ? t('No folder of a known tool found.', '没有找到已知工具的文件夹。')
      : t(`Found: ${folders.join(', ')}`, `找到：${folders.join('，')}`),
  );
  return folders;
}

interface Ended {
  report: EtlReport;
  elapsedMs: number;
  settings: EtlSettings;
}

/** Prints where the sessions are, how many are new, what became of those whose log is gone, and what to do next. */
function endingOf({ report, elapsedMs, settings }: Ended, terminal: Terminal): string[] {
  const { t, figure, paint } = terminal;
  const { sessions } = report;
  const count = (change: string): number => sessions.filter((each) => each.change === change).length;
  const folder = isBucketAddress(settings.out) ? settings.out : pathFromHere(resolve(settings.out));
  const seconds = (elapsedMs / 1000).toFixed(1);
  if (sessions.length === 0 && report.failures.length === 0 && nothingFound(report)) {
    return [t('No files found: there is nothing to convert.', '没有找到文件：没有可转换的内容。')];
  }
  const would = settings.check === true ? t('would be ', '将') : '';
  const changes = [
    t(`${would}${figure(count('new'))} new`, `${would}新增 ${figure(count('new'))}`),
    t(`${figure(count('changed'))} changed`, `更新 ${figure(count('changed'))}`),
    t(`${figure(count('unchanged'))} as they were`, `未变 ${figure(count('unchanged'))}`),
  ].join(t(', ', '，'));
  const isNextTold = sessions.length > 0 && !settings.check && !settings.watch && !settings.quiet;
  const noun = sessions.length === 1 ? 'session' : 'sessions';
  return [
    paint(
      'bold',
      t(
        `${figure(sessions.length)} ${noun} in ${folder}: ${changes}; ${seconds} s.`,
        `${folder} 中有 ${figure(sessions.length)} 个会话：${changes}；用时 ${seconds} 秒。`,
      ),
    ),
    ...goneLines(report, terminal),
    ...(isNextTold ? [nextStep(report, settings.out, terminal)] : []),
  ];
}

function nothingFound({ formats, unrecognised, sideFiles, leftOut }: EtlReport): boolean {
  return [formats, unrecognised, sideFiles, leftOut].every((list) => list.length === 0);
}

function goneLines({ gone, pruned }: EtlReport, { t, figure }: Terminal): string[] {
  const [kept, removed] = [gone, pruned].map((ids) => {
    const more = ids.length > MAX_NAMED ? ['…'] : [];
    return [...ids.slice(0, MAX_NAMED), ...more].join(t(', ', '，'));
  });
  return [
    ...(pruned.length === 0
      ? []
      : [
          t(
            `Removed ${figure(pruned.length)} whose log is gone: ${removed}.`,
            `已移除 ${figure(pruned.length)} 个日志已不存在的会话：${removed}。`,
          ),
        ]),
    ...(gone.length === 0
      ? []
      : [
          t(
            `Kept ${figure(gone.length)} whose log is gone (--prune removes them): ${kept}.`,
            `保留了 ${figure(gone.length)} 个日志已不存在的会话（--prune 可移除）：${kept}。`,
          ),
        ]),
  ];
}

function nextStep({ sessions }: EtlReport, out: string, { t }: Terminal): string {
  if (isBucketAddress(out))
    return t('Next: whoever may read the bucket can open them.', '下一步：有权读取该存储桶的人即可打开。');
  if (isClone && resolve(out) === join(project, 'data', 'sessions')) {
    return t(
      'Next: npx -y pnpm@12 start, and look under Replay / Sessions.',
      '下一步：npx -y pnpm@12 start，在 Replay / Sessions 中查看。',
    );
  }
  const fresh = sessions.findLast(({ change }) => change !== 'unchanged') ?? sessions.at(-1);
  const path = pathFromHere(join(resolve(out), fresh?.file ?? ''));
  return t(`Next: ${commandName} open '${path}'`, `下一步：${commandName} open '${path}'`);
}
