import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const page = join(import.meta.dirname, 'RESULTS.md');

/**
 * Writes a table into the page of results, in place of this benchmark's last one; the first row is its head. Only the benchmarks write that
 * page: run one with `--save` on a quiet machine.
 */
export function saveResults(benchmark: string, command: string, [head = [], ...rows]: readonly string[][]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const day = new Date().toISOString().slice(0, 10);
  const where = `\`${command}\`, ${day}, Node ${process.versions.node}, ${cpus().length} cores.`;
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  const marks = [`<!-- ${benchmark} -->`, `<!-- end of ${benchmark} -->`] as const;
  const section = `${marks[0]}\n\n## ${benchmark}\n\n${where}\n\n${table}\n\n${marks[1]}\n`;
  const before = readFileSync(page, 'utf8');
  const [start, end] = [before.indexOf(marks[0]), before.indexOf(marks[1])];
  const after =
    start === -1 || end === -1
      ? `${before.trimEnd()}\n\n${section}`
      : before.slice(0, start) + section + before.slice(end + marks[1].length + 1);
  writeFileSync(page, after);
}
