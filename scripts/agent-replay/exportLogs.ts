import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { replayHtml, sessionMarkdown } from '../../src/export/index.ts';
import { slugOf } from '../etl/slugOf.ts';
import type { ConvertedLog } from './convertPaths.ts';
import { pageParts } from './pageParts.ts';

export type ExportFormat = 'html' | 'markdown';

/** Writes one file for each log into a folder, and gives their paths. */
export async function exportLogs(
  logs: readonly ConvertedLog[],
  format: ExportFormat,
  folder: string,
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const taken = new Set<string>();
  const paths: string[] = [];
  for (const log of logs) {
    const path = join(folder, fileName(log, format === 'html' ? 'html' : 'md', taken));
    const pieces = format === 'html' ? replayHtml(log, pageParts()) : sessionMarkdown(log.session);
    await pipeline(Readable.from(pieces), createWriteStream(path));
    paths.push(path);
  }
  return paths;
}

function fileName({ session }: ConvertedLog, extension: string, taken: Set<string>): string {
  const stem = `${session.created_at.slice(0, 10)}-${slugOf(session.task_title)}`;
  for (let n = 1; ; n += 1) {
    const name = `${stem}${n === 1 ? '' : `-${n}`}.${extension}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
