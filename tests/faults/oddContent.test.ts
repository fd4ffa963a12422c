import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSession, type Session } from '../../src/session/index.ts';
import { runPlainEtl } from '../helpers/plainEtl.ts';
import { listFiles } from '../helpers/sourceFiles.ts';

/** `FAULTS=all` adds the sizes that take long. */
const all = process.env.FAULTS === 'all';
const LONG_MS = 120_000;

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'odd-'));
  mkdirSync(join(project, 'logs'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const id = '019c98cc-42c5-7163-9389-adb326486caa';
const logs = {
  'claude-code': {
    name: `${id}.jsonl`,
    start: [line({ ...claude(0), type: 'user', message: { role: 'user', content: 'Go.' } })],
    message: (n: number, text: string, timestamp: string) =>
      line({
        ...claude(n),
        timestamp,
        type: 'assistant',
        message: { model: 'm', id: `msg_${n}`, role: 'assistant', content: [{ type: 'text', text }] },
      }),
    call: (n: number, input: string, output: string) => [
      line({
        ...claude(n),
        type: 'assistant',
        message: {
          model: 'm',
          id: `msg_${n}`,
          role: 'assistant',
          content: [{ type: 'tool_use', id: `t${n}`, name: 'Novel', input: '@input' }],
        },
      }).replace('"@input"', () => input),
      line({
        ...claude(n + 1),
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'done' }] },
        toolUseResult: '@output',
      }).replace('"@output"', () => output),
    ],
  },
  'codex-rollout': {
    name: `rollout-2026-02-26T16-14-09-${id}.jsonl`,
    start: [
      codex(0, 'session_meta', { id, timestamp: at(0), cwd: '/w', originator: 'codex_cli_rs', cli_version: '0.104.0' }),
      codex(0, 'response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] }),
    ],
    message: (_: number, text: string, timestamp: string) =>
      line({
        timestamp,
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
      }),
    call: (n: number, input: string, output: string) => [
      codex(n, 'response_item', { type: 'function_call', name: 'novel', arguments: input, call_id: `t${n}` }),
      codex(n + 1, 'response_item', { type: 'function_call_output', call_id: `t${n}`, output }),
    ],
  },
};
const formats = Object.keys(logs) as (keyof typeof logs)[];

const beyond = '{"id":9007199254740993,"small":-123456789012345678901234567890}';

function at(n: number): string {
  return new Date(Date.UTC(2026, 1, 26, 7) + n * 1000).toISOString();
}
function claude(n: number) {
  return {
    parentUuid: n === 0 ? null : `u${n - 1}`,
    uuid: `u${n}`,
    isSidechain: false,
    userType: 'external',
    cwd: '/w',
    sessionId: id,
    version: '2.0.55',
    timestamp: at(n),
  };
}
function codex(n: number, type: string, payload: object): string {
  return line({ timestamp: at(n), type, payload });
}
function line(record: object): string {
  return JSON.stringify(record);
}

/** Writes the log piece by piece, converts it, and gives the report, the session, and all text written. */
async function convert(format: keyof typeof logs, lines: Iterable<string>) {
  const file = openSync(join(project, 'logs', logs[format].name), 'w');
  for (const each of [...logs[format].start, ...lines]) writeSync(file, `${each}\n`);
  closeSync(file);
  const out = join(project, 'out');
  const report = await runPlainEtl({ paths: [join(project, 'logs')], out, project });
  expect(report.failures).toEqual([]);
  const paths = listFiles(out).filter((path) => /^[^/]+\.json$/.test(path));
  expect(paths).toHaveLength(1);
  const text = readFileSync(join(out, paths[0] ?? ''), 'utf8');
  const { session } = parseSession(JSON.parse(text));
  if (session === undefined) throw new Error('The session written does not keep to its schema.');
  const { account } = session.provenance ?? { account: undefined };
  expect(account?.records).toBe(
    (account?.converted ?? 0) +
      (account?.unknown ?? 0) +
      (account?.dropped ?? 0) +
      Object.values(account?.ignored ?? {}).reduce((sum, count) => sum + count, 0),
  );
  const contents = listFiles(out).filter((path) => path.includes('.content/'));
  return { report, session, text, contents: contents.map((path) => readFileSync(join(out, path), 'utf8')) };
}

const said = ({ events }: Session): string[] => events.map((event) => JSON.stringify(event));

describe.each(formats)('%s', (format) => {
  const { message, call } = logs[format];

  it.each(all ? [100_000, 1_000_000] : [100_000])(
    'converts %i tiny records, each an event',
    { timeout: LONG_MS * 5 },
    async (count) => {
      function* many() {
        for (let n = 1; n <= count; n += 1) yield message(n, `word ${n}`, at(n));
      }
      const { session } = await convert(format, many());
      expect(session.provenance?.account).toMatchObject({ dropped: 0, unknown: 0 });
      expect(session.events.filter((event) => JSON.stringify(event).includes('"word '))).toHaveLength(count);
    },
  );

  it.each(all ? [20, 200] : [20])('keeps a single line of %i MB whole', { timeout: LONG_MS }, async (megabytes) => {
    const text = 'many words '.repeat((megabytes * 1024 * 1024) / 11);
    const { session, contents } = await convert(format, [message(1, text, at(1)), message(2, 'After it.', at(2))]);
    expect(contents.some((content) => content.length >= text.trimEnd().length)).toBe(true);
    expect(said(session).join()).toContain('After it.');
  });

  it('reports what it cuts of a line nested 100,000 levels deep, and keeps the records around it', {
    timeout: LONG_MS,
  }, async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const { report, session, text } = await convert(format, [
      message(1, 'Before.', at(1)),
      ...call(2, deep, format === 'claude-code' ? deep : 'done'),
      message(4, 'After.', at(4)),
    ]);
    expect(said(session).join()).toContain('Before.');
    expect(said(session).join()).toContain('After.');
    expect(session.provenance?.account).toMatchObject({ records: logs[format].start.length + 4, dropped: 0 });
    expect(report.diagnostics).toContainEqual(expect.objectContaining({ code: 'nesting-too-deep' }));
    expect(text.length).toBeLessThan(10_000);
  });

  it('keeps keys that name prototypes as plain data, and changes no prototype', async () => {
    const odd = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"prototype":3}';
    const { text } = await convert(format, call(1, odd, odd));
    for (const key of ['"__proto__"', '"constructor"', '"prototype"'])
      expect(text.replaceAll('\\"', '"')).toContain(key);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((Object as unknown as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('keeps whole numbers beyond 2^53 exact in text', async () => {
    const { session } = await convert(format, [message(1, `word ${beyond}`, at(1))]);
    expect(said(session).join().replaceAll('\\"', '"')).toContain(beyond);
  });

  it('keeps whole numbers beyond 2^53 exact in inputs, or reports that it does not', async () => {
    const { report, session } = await convert(format, call(1, beyond, 'true'));
    const kept = JSON.stringify(session.tool_calls[0]?.input).includes('9007199254740993');
    expect(kept || report.diagnostics.length > 0).toBe(true);
  });

  it('accepts times before 1970 and clocks that run back, loses nothing, and keeps the order of the log', async () => {
    const times = ['1969-12-31T23:59:59.500Z', '1901-01-01T00:00:00Z', at(50), at(10), at(30), '1960-06-01T00:00:00Z'];
    const { session } = await convert(
      format,
      times.map((time, index) => message(index + 1, `word ${index}`, time)),
    );
    const events = session.events.filter((event) => JSON.stringify(event).includes('"word '));
    const bySeq = [...events].sort((a, b) => a.seq - b.seq);
    expect(bySeq.map((event) => /"word (\d)/.exec(JSON.stringify(event))?.[1])).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(new Set(session.events.map(({ seq }) => seq)).size).toBe(session.events.length);
    for (const { duration_ms } of session.tool_calls) expect(duration_ms ?? 0).toBeGreaterThanOrEqual(0);
    expect(session.summary.total_duration_ms ?? 0).toBeGreaterThanOrEqual(0);
  });
});
