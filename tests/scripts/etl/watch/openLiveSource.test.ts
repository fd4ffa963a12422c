import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLiveSource } from '../../../../scripts/etl/watch/openLiveSource.ts';
import { adapterById, type Conversion, convertSource, toSession } from '../../../../src/adapters/index.ts';
import { fileOf, listFiles } from '../../../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../../../data/sources');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ark-live-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const emptyAccount = { records: 0, converted: 0, unknown: 0, ignored: {}, dropped: 0 };

const sessionsOf = ({ sessions }: Conversion) => sessions.map(({ session }) => toSession(session));

function adapterOf(format: string) {
  const adapter = adapterById(format);
  if (adapter === undefined) throw new Error(`no adapter ${format}`);
  return adapter;
}

const cases = [
  ['claude-code', 'claude-code/projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl'],
  ['codex-log', 'codex-log/codex-exec-0.104.log'],
  ['codex-log', 'codex-log/conversation.log'],
  ['planner', 'planner/plans.jsonl'],
  ...listFiles(join(samples, 'codex-rollout'))
    .filter((path) => path.endsWith('.jsonl') && path.includes('/2026/02/'))
    .map((path) => ['codex-rollout', `codex-rollout/${path}`]),
] as [string, string][];

describe('openLiveSource', () => {
  it.each(cases)('gives for a growing %s log what the whole log gives: %s', async (format, sample) => {
    const adapter = adapterOf(format);
    const bytes = readFileSync(join(samples, sample));
    const path = join(folder, 'log');
    writeFileSync(path, '');
    const live = openLiveSource(adapter, [{ path, name: sample }], {});
    expect(live).toBeDefined();
    for (let at = 0; at < bytes.length; at += 777) {
      appendFileSync(path, bytes.subarray(at, at + 777));
      await live?.advance();
      expect(live?.read).toEqual([Math.min(bytes.length, at + 777)]);
    }
    const whole = await convertSource(adapter, { files: [fileOf(sample, bytes)] });
    const told = sessionsOf((await live?.finish()) ?? whole);
    expect(told).toEqual(sessionsOf(whole));
    expect(JSON.stringify(told)).toBe(JSON.stringify(sessionsOf(whole)));
  });

  // A `codex-log` gives nothing before it is 64 KiB long: only then is it known how its lines are prefixed.
  const soonTold = cases.filter(([format]) => format !== 'codex-log');
  it.each(soonTold)(
    'describes a growing %s log as a plain run over its present part does: %s',
    async (format, sample) => {
      const adapter = adapterOf(format);
      const lines = readFileSync(join(samples, sample), 'utf8').split(/(?<=\n)/);
      const path = join(folder, 'log');
      writeFileSync(path, '');
      const live = openLiveSource(adapter, [{ path, name: sample }], {});
      const described = (conversion: Conversion | undefined) =>
        sessionsOf(conversion ?? { sessions: [], account: emptyAccount, diagnostics: [] }).map((session) => ({
          model: session.agent.model_id,
          environment: session.environment,
          parent: session.parent,
          usage: session.usage,
          extensions: session.extensions,
          nativeId: session.provenance?.native_id,
        }));
      let compared = 0;
      for (let end = 1; end <= lines.length; end += 1) {
        appendFileSync(path, lines[end - 1] ?? '');
        const grown = described(await live?.advance());
        const bytes = Buffer.from(lines.slice(0, end).join(''));
        const whole = described(await convertSource(adapter, { files: [fileOf(sample, bytes)] }));
        // The last record of a log may wait for the next one: then there is no session yet.
        if (grown.length !== whole.length) continue;
        expect(grown, `${end} lines`).toEqual(whole);
        compared += grown.length;
      }
      expect(compared).toBeGreaterThan(0);
      await live?.finish();
    },
  );

  it('gives calls and messages before the log is finished', async () => {
    const sample = cases[0]?.[1] ?? '';
    const bytes = readFileSync(join(samples, sample));
    const path = join(folder, 'log');
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
    const live = openLiveSource(adapterOf('claude-code'), [{ path, name: sample }], {});
    const [half] = sessionsOf((await live?.advance()) ?? { sessions: [], account: emptyAccount, diagnostics: [] });
    expect(half?.tool_calls.length).toBeGreaterThan(2);
    expect(half?.events.length).toBeGreaterThan(2);
    await live?.finish();
  });

  it('reads only what was appended', async () => {
    const path = join(folder, 'plans.jsonl');
    const line = readFileSync(join(samples, 'planner/plans.jsonl'), 'utf8').split('\n')[0] ?? '';
    writeFileSync(path, `${line}\n`.repeat(50));
    const live = openLiveSource(adapterOf('planner'), [{ path, name: 'plans.jsonl' }], {});
    await live?.advance();
    // What was read is overwritten with nonsense: reading it again would fail.
    const size = Buffer.byteLength(`${line}\n`) * 50;
    writeFileSync(path, `${'x'.repeat(size)}${line}\n`);
    const conversion = await live?.advance();
    await live?.finish();
    expect(conversion?.account).toMatchObject({ records: 51, converted: 51, dropped: 0 });
  });

  it('keeps an incomplete last line for later', async () => {
    const path = join(folder, 'plans.jsonl');
    const line = readFileSync(join(samples, 'planner/plans.jsonl'), 'utf8').split('\n')[0] ?? '';
    writeFileSync(path, line.slice(0, 100));
    const live = openLiveSource(adapterOf('planner'), [{ path, name: 'plans.jsonl' }], {});
    expect((await live?.advance())?.account.records).toBe(0);
    appendFileSync(path, `${line.slice(100)}\n`);
    expect((await live?.advance())?.account).toMatchObject({ records: 1, converted: 1 });
    await live?.finish();
  });

  it('refuses to follow formats that can only be read whole', () => {
    expect(openLiveSource(adapterOf('std001'), [{ path: join(folder, 'x.json'), name: 'x.json' }], {})).toBeUndefined();
  });
});
