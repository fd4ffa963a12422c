import { join } from 'node:path';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { wf } from '../../../src/adapters/wf/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { loadGroups } from '../../helpers/loadGroups.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const root = join(import.meta.dirname, '../../..');

/** The sessions and diagnostics of a converted log. */
export interface ConvertedLog {
  sessions: Session[];
  codes: string[];
}

/** The converted samples and fixtures of this format, by the name of their log. */
export async function convertLogs(): Promise<ReadonlyMap<string, ConvertedLog>> {
  const converted = new Map<string, ConvertedLog>();
  for (const folder of ['data/sources/wf', 'tests/fixtures/wf']) {
    for (const { adapter, ...source } of await loadGroups([wf, claudeCode], join(root, folder))) {
      if (adapter !== wf) continue;
      const { sessions } = await convertSource(wf, source);
      converted.set(source.files[0]?.name ?? '', {
        sessions: sessions.map(({ session }) => toSession(session)),
        codes: sessions.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)),
      });
    }
  }
  return converted;
}

/** One run of a converted log. */
export function runOf(converted: ReadonlyMap<string, ConvertedLog>, name: string, run = 0): Session {
  const session = converted.get(name)?.sessions[run];
  if (session === undefined) throw new Error(`No run ${run} came of ${name}.`);
  return session;
}

/** A log of these records. */
export const lines = (...records: object[]) =>
  fileOf('.wf/logs/t.jsonl', records.map((record) => JSON.stringify(record)).join('\n'));

/** The time of a record, in seconds from the start of the run. */
export const at = (second: number) => ({
  ts: new Date(Date.parse('2026-02-06T09:00:00Z') + second * 1000).toISOString(),
});
