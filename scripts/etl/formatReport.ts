import { chineseReasons, inChinese } from '../../src/session/chinese.ts';
import { diagnosticCatalogue } from '../../src/session/diagnostics.ts';
import { groupBy } from '../../src/session/sequences.ts';
import { columnsOf, plain, type Terminal } from '../agent-replay/terminal.ts';
import type { EtlReport, Failure, FormatFigures } from './etlReport.ts';
import type { LossLocation } from './sourceResult.ts';

/** Longest list that is printed in full; the rest is only counted. */
const MAX_LISTED = 20;

/** The report for a user to read. `verbose` prints whole lists, and every reason why a file is of no known format. */
export function formatReport(report: EtlReport, terminal: Terminal, verbose = false): string {
  const { t } = terminal;
  const say = (sentence: string): string => inLanguage(sentence, terminal);
  const section = (title: string, lines: readonly string[]): string[] => {
    if (lines.length === 0) return [];
    const shown = verbose ? lines : lines.slice(0, MAX_LISTED);
    const more = lines.length - shown.length;
    return titled(title, more === 0 ? shown : [...shown, moreLine(more, terminal)], terminal);
  };
  const failureLines = (isShown: (failure: Failure) => boolean): string[] =>
    report.failures.filter(isShown).map((failure) => failureLine(failure, terminal));
  return [
    ...table(report, terminal),
    ...section(
      t('Ignored:', '忽略：'),
      countLines(
        report,
        ({ account }) => account.ignored,
        undefined,
        (reason) => (terminal.language === 'zh' ? (chineseReasons.get(reason) ?? reason) : reason),
      ),
    ),
    ...unknownNote(report, terminal),
    ...titled(t('Dropped or lost:', '丢弃或丢失：'), lossLines(report, terminal, verbose), terminal),
    ...section(
      t('Masked:', '已遮盖：'),
      countLines(report, ({ maskedByRule }) => maskedByRule, mostFirst),
    ),
    ...section(
      t('Known, but not converted:', '已识别但未转换：'),
      report.notConverted.map(({ file, because }) => `${file}: ${say(because)}`),
    ),
    ...section(
      t('Of a known format, but no run by themselves:', '格式已知，但本身不是一次运行：'),
      sideLines(report, terminal),
    ),
    ...section(
      t('Passed over:', '跳过：'),
      report.passedOver.map(({ file, because }) => `${file}: ${say(because)}`),
    ),
    ...section(
      t('No agent log of a known format:', '不是已知格式的日志：'),
      unrecognisedLines(report, verbose, terminal),
    ),
    ...section(t('Claimed by several formats:', '多种格式同时匹配：'), tieLines(report)),
    ...section(
      t('Of another format than --format says:', '与 --format 所指的格式不同：'),
      forcedLines(report, terminal),
    ),
    ...section(t('Renamed:', '改名：'), renameLines(report, t)),
    ...(verbose ? titled(t('Noted:', '提示：'), noteLines(report, terminal), terminal) : []),
    ...section(
      t(
        'Left out of their sessions and kept beside them (extensions):',
        '未收入会话字段，另存于会话中（extensions）：',
      ),
      failureLines((failure) => failure.isMended === true),
    ),
    ...section(
      terminal.paint('red', t('Failed:', '失败：')),
      failureLines((failure) => failure.isMended !== true),
    ),
  ]
    .join('\n')
    .trimStart();
}

function titled(title: string, lines: readonly string[], { paint }: Terminal): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines.map((line) => `  ${plain(line)}`)];
}

function moreLine(more: number, { t }: Terminal): string {
  return t(`… and ${more} more (--verbose lists all)`, `… 另有 ${more} 项（--verbose 全部列出）`);
}

/** Longest list of places for one kind of loss, unless all are asked for. */
const MAX_PLACES = 5;

/** What was dropped or lost, by format and kind, and where. */
export function lossLines({ losses }: EtlReport, terminal: Terminal, verbose = false): string[] {
  const { t, figure } = terminal;
  return losses.flatMap(({ format, code, count, places, isFailure }) => {
    const head = `${format}: ${code} ${figure(count)}`;
    if (isFailure) return [t(`${head} (see below)`, `${head}（见下）`)];
    const shown = verbose ? places : places.slice(0, MAX_PLACES);
    const more = count - shown.length;
    // What an earlier run converted is not read again: of its losses the first are known.
    const isUnknown = shown.length === places.length;
    const rest = isUnknown
      ? t(
          `${shown.length === 0 ? '' : '… and '}${figure(more)} found by an earlier run, which did not note where`,
          `${shown.length === 0 ? '' : '… 另有 '}${figure(more)} 处由先前的运行发现，未记下位置`,
        )
      : moreLine(more, terminal);
    return [
      head,
      ...[...shown.map((location) => locationText(location, terminal)), ...(more > 0 ? [rest] : [])].map(indented),
    ];
  });
}

function indented(line: string): string {
  return `  ${line}`;
}

function locationText({ file = '', line, byteOffset }: Omit<LossLocation, 'code'>, { t }: Terminal): string {
  const at = line === undefined ? file : `${file}:${line}`;
  return byteOffset === undefined ? at : t(`${at} (byte ${byteOffset})`, `${at}（字节 ${byteOffset}）`);
}

function unknownNote({ formats }: EtlReport, { t }: Terminal): string[] {
  if (formats.every(({ account }) => account.unknown === 0)) return [];
  return [
    '',
    t(
      'Unknown: records of types that the kit does not know. They are kept as they are; nothing is lost.',
      '未知：类型不为本工具所知的记录，已原样保留，没有丢失。',
    ),
  ];
}

/** What has a section of its own. */
const shownElsewhere = new Set([
  'ambiguous-format',
  'forced-format',
  'id-taken',
  'unknown-format',
  'unsupported-version',
]);

/** What was noticed and cost nothing, by kind, and where. */
function noteLines({ diagnostics }: EtlReport, terminal: Terminal): string[] {
  const { t, figure } = terminal;
  const notices = diagnostics.filter(
    ({ severity, code }) => (severity === 'notice' || severity === 'info') && !shownElsewhere.has(code),
  );
  return [...groupBy(notices, ({ code }) => code)].flatMap(([code, all]) => {
    const shown = all.slice(0, MAX_PLACES).map(({ at = {} }) => {
      const { pointer = '' } = at;
      return indented(`${locationText(at, terminal)}${pointer === '' ? '' : ` ${pointer}`}`);
    });
    const more = all.length - shown.length;
    const rest = t(`… and ${figure(more)} more (--json lists all)`, `… 另有 ${figure(more)} 处（--json 全部列出）`);
    const meaning = inLanguage(diagnosticCatalogue[code].meaning, terminal);
    return [`${code} ${figure(all.length)}: ${meaning}`, ...shown, ...(more > 0 ? [indented(rest)] : [])];
  });
}

/** Translates a sentence that a report gives in English. */
export function inLanguage(sentence: string, { language }: Terminal): string {
  return language === 'zh' ? inChinese(sentence) : sentence;
}

/** A file that failed: why, and what to do. */
export function failureLine({ file, message, remedy }: Failure, terminal: Terminal): string {
  const [why, what] = [message, remedy].map((sentence) => inLanguage(sentence, terminal));
  return terminal.t(`${file}: ${why} ${what}`, `${file}：${why}${what}`);
}

/** "69 records, 2 dropped, 3 secrets masked": a summary of what became of the records. */
export function accountLine({ formats }: Pick<EtlReport, 'formats'>, { t, figure }: Terminal): string {
  const sum = (pick: (figures: FormatFigures) => number): number =>
    formats.reduce((total, figures) => total + pick(figures), 0);
  const records = sum(({ account }) => account.records);
  const dropped = sum(({ account }) => account.dropped);
  const unknown = sum(({ account }) => account.unknown);
  const masked = sum(({ maskedByRule }) => totalOf(maskedByRule));
  const runs = sum(({ droppedByCode }) => droppedByCode['missing-subagents'] ?? 0);
  const lost = sum(({ droppedByCode }) => totalOf(droppedByCode)) - dropped - runs;
  return [
    t(`${figure(records)} ${records === 1 ? 'record' : 'records'}`, `${figure(records)} 条记录`),
    t(`${figure(dropped)} dropped`, `丢弃 ${figure(dropped)} 条`),
    ...(lost > 0 ? [t(`${figure(lost)} shortened or lost in part`, `${figure(lost)} 处截短或部分丢失`)] : []),
    ...(runs > 0
      ? [
          t(
            `${figure(runs)} ${runs === 1 ? 'run of a subagent' : 'runs of subagents'} not in these files: name the session’s whole folder`,
            `${figure(runs)} 个子代理的运行不在这些文件中：请给出会话的整个文件夹`,
          ),
        ]
      : []),
    ...(unknown > 0 ? [t(`${figure(unknown)} kept as unknown`, `${figure(unknown)} 条按未知保留`)] : []),
    t(`${figure(masked)} ${masked === 1 ? 'secret' : 'secrets'} masked`, `遮盖 ${figure(masked)} 处密钥`),
  ].join(t(', ', '，'));
}

function figuresOf({ files, sessions, account, maskedByRule }: FormatFigures): number[] {
  const { records, converted, unknown, ignored, dropped } = account;
  return [files, sessions, records, converted, unknown, totalOf(ignored), dropped, totalOf(maskedByRule)];
}

/** One row a format; a few lines each where the terminal is too narrow for a table. */
function table({ formats }: EtlReport, { t, figure, width, paint }: Terminal): string[] {
  if (formats.length === 0) return [];
  const columns = [
    t('format', '格式'),
    t('files', '文件'),
    t('sessions', '会话'),
    t('records', '记录'),
    t('converted', '已转换'),
    t('unknown', '未知'),
    t('ignored', '忽略'),
    t('dropped', '丢弃'),
    t('masked', '遮盖'),
  ];
  const rows = formats.map((figures) => [figures.format, ...figuresOf(figures).map(figure)]);
  const widths = columns.map((column, index) =>
    Math.max(columnsOf(column), ...rows.map((row) => columnsOf(row[index] ?? ''))),
  );
  if (widths.reduce((sum, each) => sum + each + 2, -2) > Math.max(width, 40)) {
    return rows.flatMap(([format = '', ...figures]) => [
      paint('bold', format),
      ...wrap(
        figures.map((value, index) => `${columns[index + 1]} ${value}`),
        width,
      ),
    ]);
  }
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - columnsOf(cell));
        return index === 0 ? cell + space : space + cell;
      })
      .join('  ');
  return [paint('bold', line(columns)), line(widths.map((each) => '-'.repeat(each))), ...rows.map(line)];
}

/** Wraps words into lines of that many columns. */
function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + columnsOf(word) + 3 <= width) lines[lines.length - 1] += ` · ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}

function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

type Counts = readonly (readonly [name: string, count: number])[];

function mostFirst(counts: Counts): Counts {
  return [...counts].sort(([, a], [, b]) => b - a);
}

function countLines(
  { formats }: EtlReport,
  pick: (figures: FormatFigures) => Readonly<Record<string, number>>,
  order = (counts: Counts): Counts => counts,
  nameOf = (name: string): string => name,
): string[] {
  return formats.flatMap((figures) => {
    const counts = order(Object.entries(pick(figures)));
    return counts.length === 0
      ? []
      : [`${figures.format}: ${counts.map(([name, count]) => `${nameOf(name)} ${count}`).join(', ')}`];
  });
}

function sideLines({ sideFiles, leftOut }: EtlReport, terminal: Terminal): string[] {
  const { t } = terminal;
  const alone = t('its run’s main file is not among those given', '其所属运行的主文件不在所给文件中');
  return [
    ...sideFiles.map(({ file, format, because }) => `${file} (${format}: ${inLanguage(because, terminal)})`),
    ...leftOut.map(({ file, format }) => `${file} (${format}: ${alone})`),
  ];
}

/** Most files are refused for the same reasons: those are listed once, with a count. */
function unrecognisedLines({ unrecognised }: EtlReport, verbose: boolean, terminal: Terminal): string[] {
  const { t } = terminal;
  const byReason = new Map<string, string[]>();
  for (const { file, nearest, because, refusals } of unrecognised) {
    const reasons = Object.entries(refusals).map(([format, because]) => `${format}: ${inLanguage(because, terminal)}`);
    const guess = nearest === undefined ? undefined : `${nearest}: ${inLanguage(refusals[nearest] ?? '', terminal)}`;
    const known = because === undefined ? undefined : inLanguage(because, terminal).replace(/[.。]$/, '');
    const reason =
      known ??
      (verbose
        ? reasons.join(' · ')
        : guess === undefined
          ? t('nothing in it looks like a log; --verbose gives all reasons', '内容不像日志；--verbose 显示全部原因')
          : t(`nearest is ${guess}`, `最接近 ${guess}`));
    byReason.set(reason, [...(byReason.get(reason) ?? []), file]);
  }
  if (verbose) return [...byReason].flatMap(([reason, files]) => files.map((file) => `${file} (${reason})`));
  return [...byReason].map(([reason, [first = '', ...others]]) => {
    const more = others.length === 0 ? '' : t(` and ${others.length} more`, ` 等 ${others.length + 1} 个文件`);
    return `${first}${more} (${reason})`;
  });
}

function tieLines({ diagnostics }: EtlReport): string[] {
  const ties = diagnostics.filter(({ code }) => code === 'ambiguous-format');
  return ties.map(({ at, actual }) => `${at?.file ?? ''}: ${actual ?? ''}`);
}

/** Files that are certainly of another format than the one that was named for them. */
export function forcedLines({ diagnostics }: EtlReport, terminal: Terminal): string[] {
  return diagnostics
    .filter(({ code }) => code === 'forced-format')
    .map(({ at, actual = '', expected = '' }) => {
      const what = inLanguage(diagnosticCatalogue['forced-format'].remedy, terminal);
      return terminal.t(
        `${at?.file ?? ''}: certainly ${actual}; read as ${expected}, as you said. ${what}`,
        `${at?.file ?? ''}：确定是 ${actual}；已按你所指定的 ${expected} 读取。${what}`,
      );
    });
}

function renameLines({ diagnostics }: EtlReport, t: Terminal['t']): string[] {
  return diagnostics
    .filter(({ code }) => code === 'id-taken')
    .map(({ actual = '', expected = '' }) =>
      t(
        `${expected} is another session’s name: here it is ${actual}`,
        `${expected} 是另一会话的名称：这里改为 ${actual}`,
      ),
    );
}
