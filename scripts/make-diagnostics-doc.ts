// Writes docs/diagnostics.md from the catalogue of diagnostics.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnosticCatalogue, type Severity } from '../src/session/index.ts';

const severities: Readonly<Record<Severity, string>> = {
  error: 'The file, or a field that matters, cannot be used as it is.',
  'data-loss': 'Something of the source is not in the session. `pnpm etl --strict` fails on it.',
  notice: 'Something is odd, and was dealt with as described; nothing is lost.',
  info: 'Worth knowing.',
};

const columns = ['Code', 'What it means', 'What to do'];

/** The page on diagnostics, by severity, the most severe first. */
export function makeDiagnosticsDoc(): string {
  const sections = (Object.keys(severities) as Severity[]).map((severity) => {
    const entries = Object.entries(diagnosticCatalogue).filter(([, entry]) => entry.severity === severity);
    const rows = entries.map(([code, { meaning, remedy }]) => [`\`${code}\``, meaning, remedy]);
    return [`## ${severity}`, '', severities[severity], '', ...tableOf([columns, ...rows])];
  });
  return [
    '# Diagnostics',
    '',
    'Every fact that the kit reports about an import, by severity. Each diagnostic has a `code`, a `severity`, a `message`,',
    'where it was found (`at`: file, line, column and byte offset, or a JSON Pointer into the session), and, where there is',
    'something to compare, `actual` and `expected`. A session counts its own by code in `provenance.diagnostics`.',
    '',
    'Made from `src/session/diagnostics.ts` by `node scripts/make-diagnostics-doc.ts`.',
    '',
    sections.map((section) => section.join('\n')).join('\n\n'),
    '',
  ].join('\n');
}

/** A table with aligned columns; the first row is the head. */
function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = '', ...body] = rows.map((row) => lineOf(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [head, lineOf(widths.map((width) => '-'.repeat(width))), ...body];
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/diagnostics.md'), makeDiagnosticsDoc());
