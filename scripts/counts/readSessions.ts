import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addTo, type Fields, isFields, none, type Tally } from './tally.ts';

/** The kit's result for a source. */
export interface Made {
  format: string;
  /** Its files, the primary one first, relative to the folder that was converted. */
  names: readonly string[];
  tally: Tally;
}

const failed = new Set(['failed', 'denied', 'interrupted', 'cancelled']);

/** Converts a folder with `pnpm etl` in a process of its own, and counts the session files that it writes. */
export function readSessions(folder: string): Made[] {
  const out = mkdtempSync(join(tmpdir(), 'count-corpus-'));
  try {
    const etl = join(import.meta.dirname, '../etl.ts');
    const args = [etl, folder, '--out', out, '--no-redact', '--annotate', 'none'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`pnpm etl ${folder} failed:\n${stderr}`);
    const sources = new Map<string, Made>();
    for (const file of readdirSync(out).filter((name) => name.endsWith('.json'))) {
      addSession(JSON.parse(readFileSync(join(out, file), 'utf8')), sources);
    }
    return [...sources.values()];
  } finally {
    rmSync(out, { recursive: true });
  }
}

function addSession(session: Fields, sources: Map<string, Made>): void {
  const provenance = isFields(session.provenance) ? session.provenance : {};
  const names = objectsIn(provenance.sources).map(({ name }) => String(name));
  const key = names.join('\n');
  const made = sources.get(key) ?? { format: String(provenance.source_format), names, tally: none() };
  sources.set(key, made);
  for (const run of [session, ...objectsIn(session.sub_sessions)]) addTo(made.tally, tallyOf(run));
}

function tallyOf(run: Fields): Tally {
  const outcomes = objectsIn(run.tool_calls).map(({ outcome }) => String(outcome));
  const usage = isFields(run.usage) ? run.usage : {};
  return {
    calls: outcomes.length,
    failures: outcomes.filter((outcome) => failed.has(outcome)).length,
    unanswered: outcomes.filter((outcome) => outcome === 'unanswered').length,
    outputTokens: Number(usage.output ?? 0),
  };
}

function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
