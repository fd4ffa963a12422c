// Peak memory of `pnpm etl` for databases of many sessions, at two sizes: it should hardly grow with them. Run:
// node benchmarks/memory.ts [MB…]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { measureProcess } from './etl/measureProcess.ts';

const project = resolve(import.meta.dirname, '..');
const flags = ['--max-semi-space-size=16', '--min-semi-space-size=16'];
const sizes = process.argv.slice(2).map(Number);
const names = { opencode: 'opencode.db', cursor: 'globalStorage/state.vscdb' } as const;

/** In a process of its own that does not close the database: closing it would empty the write-ahead log. */
function grow(format: keyof typeof names, path: string, megabytes: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const grower = join(import.meta.dirname, 'etl/growDatabase.ts');
  const { status, stderr } = spawnSync(process.execPath, [grower, format, path, String(megabytes)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'));
try {
  const rows = (['opencode', 'cursor'] as const).flatMap((format) =>
    (sizes.length === 0 ? [100, 400] : sizes).map((megabytes) => {
      const path = join(folder, `${format}-${megabytes}`, names[format]);
      grow(format, path, megabytes);
      const out = join(folder, 'out');
      const run = ['etl', dirname(path), '--out', out, '--jobs', '1', '--quiet'];
      const { peakMb, cpu } = measureProcess(join(project, 'scripts/runBuilt.js'), run, flags);
      rmSync(out, { recursive: true });
      rmSync(dirname(path), { recursive: true });
      return { format, MB: megabytes, 'peak, MB': Math.round(peakMb), 'CPU, s': Number(cpu.toFixed(1)) };
    }),
  );
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
