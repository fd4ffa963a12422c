import type { EtlReport } from './etlReport.ts';

/** Longest list that is printed; the rest is counted. */
const MAX_LISTED = 20;

/** What a terminal may be shown: names from disks and logs cannot carry control sequences into it. */
export function plain(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Cf}/gu, '\uFFFD');
}

/** The report as a person reads it. */
export function formatReport(report: EtlReport): string {
  return [
    ...table(report),
    ...section('Ignored', ignoredLines(report)),
    ...section('Dropped or lost', lossLines(report)),
    ...section('Masked', maskLines(report)),
    ...section(
      'Known, but not converted',
      report.notConverted.map(({ file, because }) => `${file}: ${because}`),
    ),
    ...section('Of a known format, but no run by themselves', sideLines(report)),
    ...section(
      'Passed over',
      report.passedOver.map(({ file, because }) => `${file}: ${because}`),
    ),
    ...section('No agent log of a known format', unrecognisedLines(report)),
    ...section('Claimed by several formats', tieLines(report)),
    ...section('Renamed', renameLines(report)),
    ...section(
      'Failed',
      report.failures.map(({ file, message, remedy }) => `${file}: ${message} ${remedy}`),
    ),
    '',
    `Sessions: ${report.published.written} written, ${report.published.unchanged} unchanged (${report.published.skippedSources} sources not read again).`,
  ]
    .map(plain)
    .join('\n');
}

const columns = ['format', 'files', 'sessions', 'records', 'converted', 'unknown', 'ignored', 'dropped', 'masked'];

function table({ formats }: EtlReport): string[] {
  const rows = formats.map(({ format, files, sessions, account, maskedByRule }) => {
    const ignored = total(account.ignored);
    const figures = [
      files,
      sessions,
      account.records,
      account.converted,
      account.unknown,
      ignored,
      account.dropped,
      total(maskedByRule),
    ];
    return [format, ...figures.map((figure) => figure.toLocaleString('en-US'))];
  });
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ');
  return [line(columns), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)];
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function ignoredLines({ formats }: EtlReport): string[] {
  return formats.flatMap(({ format, account }) => {
    const reasons = Object.entries(account.ignored).map(([reason, count]) => `${reason} ${count}`);
    return reasons.length === 0 ? [] : [`${format}: ${reasons.join(', ')}`];
  });
}

function lossLines({ formats }: EtlReport): string[] {
  return formats.flatMap(({ format, droppedByCode }) => {
    const codes = Object.entries(droppedByCode).map(([code, count]) => `${code} ${count}`);
    return codes.length === 0 ? [] : [`${format}: ${codes.join(', ')}`];
  });
}

function maskLines({ formats }: EtlReport): string[] {
  return formats.flatMap(({ format, maskedByRule }) => {
    const rules = Object.entries(maskedByRule).sort(([, a], [, b]) => b - a);
    return rules.length === 0 ? [] : [`${format}: ${rules.map(([rule, times]) => `${rule} ${times}`).join(', ')}`];
  });
}

function sideLines({ sideFiles, leftOut }: EtlReport): string[] {
  return [
    ...sideFiles.map(({ file, format, because }) => `${file} (${format}: ${because})`),
    ...leftOut.map(({ file, format }) => `${file} (${format}: its run's main file is not among those given)`),
  ];
}

/** Most files are refused for the same reasons: those are said once, with how many. */
function unrecognisedLines({ unrecognised }: EtlReport): string[] {
  const byReason = new Map<string, string[]>();
  for (const { file, refusals } of unrecognised) {
    const reason = Object.entries(refusals)
      .map(([format, because]) => `${format}: ${because}`)
      .join(' · ');
    const files = byReason.get(reason);
    if (files === undefined) byReason.set(reason, [file]);
    else files.push(file);
  }
  return [...byReason].map(([reason, [first = '', ...others]]) => {
    return `${first}${others.length === 0 ? '' : ` and ${others.length} more`} (${reason})`;
  });
}

function tieLines({ diagnostics }: EtlReport): string[] {
  const ties = diagnostics.filter(({ code }) => code === 'ambiguous-format');
  return ties.map(({ at, actual }) => `${at?.file ?? ''}: ${actual ?? ''}`);
}

function renameLines({ diagnostics }: EtlReport): string[] {
  const renamed = diagnostics.filter(({ code }) => code === 'id-taken');
  return renamed.map(
    ({ actual, expected }) => `${expected ?? ''} is another session's name: here it is ${actual ?? ''}`,
  );
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length > MAX_LISTED ? [`… and ${lines.length - MAX_LISTED} more (--json lists all)`] : [];
  return ['', `${title}:`, ...[...lines.slice(0, MAX_LISTED), ...rest].map((line) => `  ${line}`)];
}
