import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Prices } from '../../src/session/index.ts';
import { collectFiles } from '../etl/collectFiles.ts';
import { detectSources } from '../etl/detectSources.ts';
import { buildReport, type EtlReport } from '../etl/etlReport.ts';
import type { LibraryNews } from '../serve/library.ts';
import type { AdapterSettings } from './adapterOptions.ts';
import { Failure, UsageFailure } from './failure.ts';
import { commandName } from './kit.ts';
import { chooseLog } from './newestLogs.ts';
import { serveLogs } from './serveLogs.ts';
import { plain, type Terminal } from './terminal.ts';
import { checkAdapters, withAdapters } from './withAdapters.ts';

export interface FollowOptions extends Pick<AdapterSettings, 'adapter' | 'config'> {
  /** Absolute path of the folder where the session is kept. */
  out: string;
  prices: Prices | undefined;
  /** 0 picks any free port. */
  port: number;
}

/** What came of the wish to follow a log: it is served, or no log was found, and the report says why. */
export type Followed = { is: 'served'; url: string; log: string } | { is: 'no-log'; report: EtlReport };

/** Serves the session of one log, which the page follows as the log grows, until the user ends the command. */
export async function followLog(
  paths: readonly string[],
  { out, prices, port, ...settings }: FollowOptions,
  terminal: Terminal,
): Promise<Followed> {
  const log = await logToFollow(paths, terminal);
  const report = await withAdapters(settings, terminal, async (outside) => {
    const collected = collectFiles([log], undefined, { companions: true, outside: outside?.adapters });
    const detected = await detectSources(collected.files, undefined, new Map(), outside?.adapters);
    const isLog = detected.sources.some(({ files }) => files[0]?.path === log);
    return isLog ? undefined : buildReport({ collected, detected, results: [], published: [] });
  });
  if (report !== undefined) return { is: 'no-log', report };
  const own = await checkAdapters(settings, terminal);
  const hear = createGoneReporter(log, terminal);
  const { url, library } = await serveLogs({ paths: [log], out, adapters: own?.modules, prices, port, hear }, terminal);
  await library.look();
  return { is: 'served', url: `${url}?alone`, log };
}

/** Absolute path of the one log that was named, else of the newest on this machine. */
async function logToFollow(paths: readonly string[], terminal: Terminal): Promise<string> {
  const { t } = terminal;
  const [named, ...others] = paths;
  if (named === undefined) return (await chooseLog(terminal)).file.path;
  const path = resolve(named);
  if (others.length === 0 && !existsSync(path))
    throw new Failure(
      t(`There is no such file: ${named}.`, `没有这个文件：${named}。`),
      t('Check the path; a log is there once its agent has begun.', '请检查路径；代理开始运行后才有日志。'),
    );
  if (others.length === 0 && !statSync(path).isDirectory()) return path;
  throw new UsageFailure(
    t('--follow takes one log.', '--follow 只接受一个日志。'),
    t(`${commandName} serve follows all logs of a folder.`, `${commandName} serve 会跟随整个文件夹的日志。`),
  );
}

/** Prints when a log goes, and when it comes back. */
function createGoneReporter(log: string, { t, say }: Terminal): (news: LibraryNews) => void {
  let wasGone = false;
  return (news) => {
    if (news.is !== 'state' || news.gone.length > 0 === wasGone) return;
    wasGone = !wasGone;
    if (wasGone)
      say(
        plain(
          t(
            `The log is gone: ${log}. The page keeps what was read, and goes on once it is back.`,
            `日志已不在：${log}。页面保留已读内容，日志恢复后继续。`,
          ),
        ),
        'red',
      );
    else say(plain(t(`The log is back: ${log}.`, `日志已恢复：${log}。`)));
  };
}
