import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { errorText } from '../../src/session/text/errorText.ts';
import { discoverFolders } from '../etl/discoverFolders.ts';
import { cacheFolder } from '../serve/cacheFolder.ts';
import { addModuleOptions } from './adapterOptions.ts';
import { createPart, type Part, wholeNumber } from './commandPart.ts';
import { Failure } from './failure.ts';
import { openBrowser } from './openBrowser.ts';
import { pricesText, readPrices } from './pricesFile.ts';
import { serveLogs } from './serveLogs.ts';
import { plain, type Terminal } from './terminal.ts';
import { checkAdapters } from './withAdapters.ts';

/** `serve`: all sessions of this machine in the browser. */
export function serveCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'serve',
      summary: t(
        'Lists, searches and replays all sessions of this machine in the browser; nothing leaves it.',
        '在浏览器中查看本机全部会话；数据不离开本机。',
      ),
      examples: [
        ['$', t('what the tools have left on this machine', '各工具留在本机的全部会话')],
        ['$ ~/backup/claude-projects', t('what lies in a folder', '某个文件夹中的会话')],
        ['$ --port 4100 --no-browser', t('at a port of your own, without opening a browser', '指定端口，不打开浏览器')],
      ],
      notes: [
        t(
          'A log is converted, and its secrets are masked, when its session is opened. Sessions are kept in --out; it can be removed at any time.',
          '打开会话时才转换其日志并遮盖密钥。会话保存在 --out 中，可随时删除。',
        ),
        t(
          'Exit codes: 0 done · 2 wrong call · 3 a folder, a port or a disk failed.',
          '退出码：0 完成 · 2 用法错误 · 3 文件夹、端口或磁盘失败。',
        ),
      ],
    },
    terminal,
  );
  addModuleOptions(part, terminal)
    .argument(
      '[folders...]',
      t('folders of logs; none: where the tools keep theirs', '日志文件夹；不写则为各工具存放日志的位置'),
    )
    .option('--out <dir>', t("where sessions are kept (this user's cache)", '会话保存的位置（默认为用户缓存）'))
    .option(
      '--port <n>',
      t('a port of this machine (any that is free)', '本机端口（默认任选空闲端口）'),
      wholeNumber(0, 65_535, terminal),
    )
    .option('--prices <file>', pricesText(terminal), (file) => readPrices(file, terminal))
    .option('--no-browser', t('print the address only', '只打印地址'))
    .option('--json', t('print the address for machines', '以机器可读格式输出地址'))
    .action(async (folders, options) => {
      const missing = folders.find((each) => !existsSync(each));
      if (missing !== undefined)
        throw new Failure(
          t(`There is no such file or folder: ${missing}.`, `没有这个文件或文件夹：${missing}。`),
          t('Check the path.', '请检查路径。'),
        );
      const { platform, env } = process;
      const home = homedir();
      const found = discoverFolders({ platform, env, home, cwd: process.cwd() }).map(({ path }) => path);
      const out = resolve(options.out ?? cacheFolder({ platform, env, home }));
      const own = await checkAdapters(options, terminal);
      const known = [...found, ...(own?.paths ?? []).map((path) => resolve(path))];
      const paths = folders.length > 0 ? folders.map((each) => resolve(each)) : [...new Set(known)];
      const { prices, port = 0 } = options;
      const { url, library } = await serveLogs({ paths, out, adapters: own?.modules, prices, port }, terminal);
      if (options.json) terminal.print(JSON.stringify({ url, out, paths }, null, 2));
      else {
        terminal.print(t(`Your sessions are at ${url} (Ctrl+C ends it)`, `会话地址：${url}（按 Ctrl+C 结束）`));
        terminal.say(t(`What is opened is kept in ${out}`, `打开过的会话保存在 ${out}`));
      }
      if (options.browser && process.stdout.isTTY) openBrowser(url);
      // Whatever hindered it may be put right meanwhile: the library goes on looking by itself.
      await library.look().catch((error: unknown) => terminal.say(plain(errorText(error)), 'red'));
    });
  return part;
}
