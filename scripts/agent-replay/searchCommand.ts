import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { adapters } from '../../src/adapters/registry.ts';
import type { MatchingLine, PassageKind, SearchHit, SearchPage } from '../etl/catalogue/contract.ts';
import { indexPaths } from '../etl/catalogue/folderCatalogue.ts';
import { openCatalogue } from '../etl/catalogue/openCatalogue.ts';
import { createPart, option, type Part, wholeNumber } from './commandPart.ts';
import { exitCodes, Failure, UsageFailure } from './failure.ts';
import { commandName, project } from './kit.ts';
import { pathFromHere, plain, type Terminal } from './terminal.ts';

interface SearchSettings {
  in: string;
  format?: string;
  project?: string;
  limit: number;
  after?: string;
  json?: true;
}

/** `search`: finds words in all sessions of a folder. */
export function searchCommand(terminal: Terminal): Part {
  const { t } = terminal;
  const part = createPart(
    {
      name: 'search',
      summary: t(
        'Finds sessions by what was said, run and printed in them.',
        '按会话中说过、运行过、输出过的内容查找会话。',
      ),
      examples: [
        ['$ handleSubmit', t('sessions with this word, newest first', '含此词的会话，新的在前')],
        ['$ "ENOENT: no such file"', t('all of these words, wherever they stand', '含全部这些词，位置不限')],
        ['$ \'"git rebase main"\' tests', t('in double quotes: one behind the other', '双引号内：依次相连')],
        ['$ 修复登录 --in sessions', t('Chinese, in a folder of your own', '中文，在自己的文件夹里')],
      ],
      notes: [
        t(
          'Exit codes: 0 found · 1 nothing found · 2 wrong call · 3 the folder could not be read.',
          '退出码：0 找到 · 1 没有找到 · 2 用法错误 · 3 文件夹无法读取。',
        ),
      ],
    },
    terminal,
  );
  part
    .argument('<words...>', t('words; the last may be only begun', '要找的词；最后一个可只写开头'))
    .option('--in <dir>', t('folder of sessions, as etl wrote it', 'etl 写出的会话文件夹'), 'data/sessions')
    .addOption(option('--out <dir>', t('the same as --in', '与 --in 相同')).conflicts('in'))
    .addOption(
      option('--format <id>', t('of this format alone', '只找此格式')).choices(
        adapters.map(({ descriptor }) => descriptor.id),
      ),
    )
    .option('--project <dir>', t('of this working folder alone', '只找此工作目录'))
    .option('--limit <n>', t('at most so many sessions', '最多列出的会话数'), wholeNumber(1, 1000, terminal), 20)
    .option('--after <cursor>', t('go on where the last page ended (its `next`)', '从上一页结束处继续（其 `next`）'))
    .option('--json', t('for machines', '机器可读'))
    .action(async (words, { out, ...given }) => {
      const settings = { ...given, in: out ?? given.in };
      const page = await search(words.join(' '), settings, terminal);
      if (settings.json) terminal.print(JSON.stringify(page, null, 2));
      else terminal.print(pageLines(page, settings, terminal).join('\n'));
      process.exitCode = page.hits.length > 0 ? exitCodes.done : exitCodes.refused;
    });
  return part;
}

async function search(text: string, settings: SearchSettings, { t, say }: Terminal): Promise<SearchPage> {
  const out = resolve(settings.in);
  const { catalogue: database, tracked, private: own } = indexPaths(out);
  if (![database, tracked, own].some((path) => existsSync(path)))
    throw new Failure(
      t(`There are no sessions in ${settings.in}.`, `${settings.in} 中没有会话。`),
      t(`Convert logs first: ${commandName} etl --discover`, `请先转换日志：${commandName} etl --discover`),
    );
  if (!/[\p{L}\p{N}]/u.test(text))
    throw new UsageFailure(
      t('There is no word to look for.', '没有可查找的词。'),
      t('Words have letters or digits.', '词由字母或数字组成。'),
    );
  const catalogue = await openCatalogue({ out, project, fingerprint: '', check: true });
  try {
    if (catalogue.searches === 'titles')
      say(
        t(
          'Only titles are searched: for everything else run etl with Node 22.13 or newer.',
          '只搜索标题：要搜索全部内容，请用 Node 22.13 或更新的版本运行 etl。',
        ),
      );
    const { format, project: folder, limit, after } = settings;
    const query = {
      text,
      ...(format === undefined ? {} : { format: [format] }),
      ...(folder === undefined ? {} : { project: [resolve(folder)] }),
    };
    return await catalogue.search(query, { limit, after });
  } catch (error) {
    if (error instanceof RangeError)
      throw new UsageFailure(t(error.message, '这不是会话列表中的位置。请从第一页重新开始。'));
    throw error;
  } finally {
    await catalogue.close();
  }
}

function pageLines({ hits, next, total }: SearchPage, settings: SearchSettings, terminal: Terminal): string[] {
  const { t, figure } = terminal;
  if (hits.length === 0) return [t('Nothing found.', '没有找到。')];
  const more = total.exact ? '' : t('at least ', '至少 ');
  const count =
    total.n === 1
      ? t('1 session.', '1 个会话。')
      : t(`${more}${figure(total.n)} sessions.`, `${more}${figure(total.n)} 个会话。`);
  const first = join(settings.in, `${hits[0]?.session.session_id}.json`);
  return [
    ...hits.flatMap((hit) => [...hitLines(hit, terminal), '']),
    count,
    ...(next === undefined ? [] : [t(`More: --after ${next}`, `更多：--after ${next}`)]),
    t(`Next: ${commandName} open '${pathFromHere(first)}'`, `下一步：${commandName} open '${pathFromHere(first)}'`),
  ];
}

function hitLines({ session, lines }: SearchHit, terminal: Terminal): string[] {
  const { paint } = terminal;
  const { session_id, task_title, created_at, source_format, model_id } = session;
  const facts = [created_at?.slice(0, 16).replace('T', ' ') ?? '', source_format, model_id].filter(
    (fact) => fact !== '',
  );
  return [
    `${paint('bold', plain(task_title))}  ${paint('dim', plain(facts.join(' · ')))}`,
    `  ${paint('dim', plain(session_id))}`,
    ...lines.map((line) => lineOf(line, terminal)),
  ];
}

function lineOf({ kind, item, at, text, ranges }: MatchingLine, terminal: Terminal): string {
  const { paint } = terminal;
  const moment = at === undefined ? '' : `${clockOf(at)} `;
  let end = 0;
  const pieces = ranges.flatMap(([from, to]) => {
    const before = plain(text.slice(end, from));
    end = to;
    return [before, paint('yellow', plain(text.slice(from, to)))];
  });
  const where = paint('dim', `${moment}${nameOf(kind, terminal)} ${plain(item)}`);
  return `    ${where}  ${pieces.join('')}${plain(text.slice(end))}`;
}

function nameOf(kind: PassageKind, { t }: Terminal): string {
  const names: Record<PassageKind, string> = {
    prompt: t('prompt', '提问'),
    reply: t('reply', '回复'),
    command: t('command', '命令'),
    path: t('path', '路径'),
    output: t('output', '输出'),
  };
  return names[kind];
}

/** A time as links to a moment write it: `1:12:19`. */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
