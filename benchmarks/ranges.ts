// Opens a session of a gigabyte from a server, by ranges, in Chromium: bytes and time until the first rows, until all of it is there, and
// until a call chosen anywhere is. The session is made for the run, and not kept. Run: node benchmarks/ranges.ts [MB] [--save]
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { abridgeFile } from '../scripts/etl/abridgeFile.ts';
import { writeAtomically } from '../scripts/etl/writeAtomically.ts';
import { wordAmid, writeLongSession } from './longSessionFile.ts';
import { openBench } from './openBench.ts';
import type { RangeBench } from './ranges/page.tsx';
import { saveResults } from './saveResults.ts';

declare global {
  interface Window {
    rangeBench: RangeBench;
  }
}

const { values, positionals } = parseArgs({ options: { save: { type: 'boolean' } }, allowPositionals: true });
const megabytes = Number(positionals[0] ?? 1024);
const folder = mkdtempSync(join(tmpdir(), 'agent-replay-ranges-'));
const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
try {
  const [session, copy] = [join(folder, 'long.json'), join(folder, 'long.abridged.gz')];
  writeLongSession(session, megabytes * 2 ** 20);
  const { user } = process.cpuUsage();
  writeAtomically(copy, abridgeFile(session));
  const written = (process.cpuUsage().user - user) / 1e6;
  const bench = await openBench('ranges', { over: { path: '/data/', folder } });
  const page = await bench.open();
  page.setDefaultTimeout(600_000);
  const seen = await page.evaluate(() => window.rangeBench.measureRanges());
  const search = await page.evaluate((word) => window.rangeBench.measureSearch(word), wordAmid);
  await bench.close();
  const at = ({ ms, bytes }: { ms: number; bytes: number }): string => `${ms.toFixed(0)} ms, ${mb(bytes)}`;
  const rows = [
    ['session', `${mb(statSync(session).size)}, ${seen.items.toLocaleString('en')} items`],
    ['abridged copy', `${mb(statSync(copy).size)}, written in ${written.toFixed(1)} s of CPU`],
    ['read by', seen.by],
    ['first rows after', at(seen.first)],
    ['all of the copy shown after', at(seen.complete)],
    ['heap', `${seen.heapMb.toFixed(0)} MB`],
    ['longest block', `${seen.longestBlock.toFixed(0)} ms`],
    ['output of a call anywhere, after', `${seen.opened.ms.toFixed(0)} ms`],
    ['fetched for nine of them', mb(seen.opened.bytes)],
    ['longest of 30 jumps', `${seen.jump.toFixed(0)} ms`],
    ['search of the copy, first matches', `${search.first.toFixed(0)} ms`],
    ['search of the copy, all', `${search.all.toFixed(0)} ms, ${search.matches} matches`],
    ['longest block, heap', `${search.longestBlock.toFixed(0)} ms, ${search.heapMb.toFixed(0)} MB`],
    [
      'search of the session file',
      `${search.wholes.ms.toFixed(0)} ms, ${mb(search.wholes.bytes)}, ${search.wholes.matches} matches`,
    ],
    ['longest block, heap', `${search.wholes.longestBlock.toFixed(0)} ms, ${search.wholes.heapMb.toFixed(0)} MB`],
    ['given up after', `${search.cancelled.toFixed(0)} ms`],
  ];
  for (const [name = '', value = ''] of rows) console.log(`${name.padEnd(36)}${value}`);
  if (values.save === true) saveResults('Ranges', `pnpm bench:ranges ${megabytes}`, [['', 'by ranges'], ...rows]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
