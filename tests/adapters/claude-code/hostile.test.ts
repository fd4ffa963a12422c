import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { type Conversion, convertSource, toSession } from '../../../src/adapters/index.ts';
import { checkSession, sessionSchema } from '../../../src/session/index.ts';
import { cpuMsOf } from '../../cpuTime.ts';
import { fileOf, listFiles } from '../../helpers/sourceFiles.ts';
import { convertFiles, LogDrawing, sessionOf } from './drawLog.ts';

const samples = join(import.meta.dirname, '../../../data/sources/claude-code');
const lines = listFiles(samples)
  .filter((path) => path.endsWith('.jsonl'))
  .flatMap((path) => readFileSync(join(samples, path), 'utf8').split('\n'))
  .filter((line) => line !== '');

const strange = fc.constantFrom<unknown>(
  ...['', 'a', '/', '..', 'Warmup', 'toolu_1', '<task-notification>', 'Exit code 1', '\ud800', '\0', '2026-13-40'],
  ...[0, -1, 0.5, 1e308, true, false, null],
  ...[[], {}, [[]], [null], [{}], { type: 'text' }, { type: 'tool_use', id: 1 }, { type: 'tool_result' }],
  ...[JSON.parse('{"__proto__":{"polluted":1},"constructor":1,"hasOwnProperty":2}')],
);

/** Paths to every value inside another one. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [[...path, key], ...pathsOf(each, [...path, key])]);
}

function put(record: unknown, path: readonly string[], value: unknown): void {
  const last = path.at(-1) ?? '';
  let holder = record as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
}

/** A sample record with some of its values replaced or removed. */
const mutated = fc
  .tuple(
    fc.nat(lines.length - 1),
    fc.array(fc.tuple(fc.nat(1000), fc.option(strange, { nil: undefined })), { maxLength: 4 }),
  )
  .map(([index, changes]) => {
    const record: unknown = JSON.parse(lines[index] ?? '{}');
    for (const [at, value] of changes) {
      const paths = pathsOf(record);
      const path = paths[at % Math.max(paths.length, 1)];
      // A copy, because the same value may be inserted into itself.
      if (path !== undefined) put(record, path, value === undefined ? value : JSON.parse(JSON.stringify(value)));
    }
    return record;
  });

const files = fc.array(
  fc.array(fc.oneof({ weight: 20, arbitrary: mutated }, { weight: 1, arbitrary: strange }), { maxLength: 30 }),
  {
    minLength: 1,
    maxLength: 3,
  },
);

const names = ['p/s.jsonl', 'p/s/subagents/agent-a1.jsonl', 'p/s/subagents/workflows/wf_1/journal.jsonl'];

function convert(contents: readonly unknown[][]): Promise<Conversion> {
  return convertSource(claudeCode, {
    files: contents.map((records, index) =>
      fileOf(names[index] ?? '', records.map((each) => `${JSON.stringify(each)}\n`).join('')),
    ),
  });
}

describe('hostile transcripts', () => {
  it('get one verdict per record, whatever the fields contain', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(files, async (contents) => {
        const { account, sessions } = await convert(contents);
        const ignored = Object.values(account.ignored).reduce((sum, count) => sum + (count ?? 0), 0);
        expect(account.records).toBe(contents.flat().length);
        expect(account.converted + account.unknown + ignored + account.dropped).toBe(account.records);
        expect(Object.keys(claudeCode.descriptor.ignores)).toEqual(
          expect.arrayContaining(Object.keys(account.ignored)),
        );
        for (const { session } of sessions) {
          const made = toSession(session);
          expect(sessionSchema.safeParse(made).error).toBeUndefined();
          expect(checkSession(made).filter(({ severity }) => severity === 'error')).toEqual([]);
        }
      }),
      { numRuns: 1000 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
  });

  it('may be deeply nested', async () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    const log = new LogDrawing();
    log.user(deep);
    log.call('t', 'Novel', { deep });
    log.result('t', deep, { toolUseResult: { deep } });
    log.add('attachment', { attachment: { type: 'novel', deep } });
    expect((await sessionOf(log)).tool_calls).toHaveLength(1);
  });

  /** Stands for a value nested deeper than an engine can write as JSON. */
  const abyss = '@abyss';

  it.each<[string, (log: LogDrawing) => void]>([
    ['a system prompt', (log) => log.add('prompt_snapshot', { systemPrompt: abyss })],
    ['a part of a system prompt', (log) => log.add('prompt_snapshot', { systemPrompt: [{ a: abyss }] })],
    ['a block of a result', (log) => log.result('t', [{ type: 'novel', a: abyss }])],
    ['what hooks say', (log) => log.add('system', { subtype: 'stop_hook_summary', hookErrors: [{ a: abyss }] })],
    ['a result of a workflow', (log) => log.result('t', '', { toolUseResult: { a: abyss } })],
  ])('may be nested deeper than an engine can write: %s', async (_, add) => {
    const log = new LogDrawing();
    log.call('t', 'Workflow');
    add(log);
    const text = String(log).replace(`"${abyss}"`, `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`);
    const { account } = await convertFiles({ 'p/s.jsonl': text });
    expect(account).toMatchObject({ records: 2, dropped: 0, unknown: 0 });
  });

  it('may be nested deeper than an engine can write: a result in a journal', async () => {
    const result = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    const log = new LogDrawing();
    log.user('go');
    const journal = `{"type":"result","agentId":"a1","key":"k","result":${result}}\n`;
    const files = [fileOf('p/s.jsonl', String(log)), fileOf('p/s/subagents/workflows/wf_1/journal.jsonl', journal)];
    const { account } = await convertSource(claudeCode, { files });
    expect(account).toMatchObject({ records: 2, converted: 2 });
  });

  it('may have cycles of parents and of subagents', async () => {
    const log = new LogDrawing();
    const first = log.user('a', { parentUuid: '00000000-0000-4000-8000-000000000002' });
    log.assistant([{ type: 'text', text: 'b' }], { parentUuid: first });
    log.user('c', { uuid: 'self', parentUuid: 'self' });
    expect((await sessionOf(log)).events.filter(({ type }) => type === 'message')).toHaveLength(3);
  });

  it('may have any number of calls in one reply', async () => {
    const log = new LogDrawing();
    log.assistant(
      Array.from({ length: 30_000 }, (_, at) => ({ type: 'tool_use', id: `t${at}`, name: 'Bash', input: {} })),
    );
    const took = await cpuMsOf(async () => expect((await sessionOf(log)).tool_calls).toHaveLength(30_000));
    expect(took).toBeLessThan(10_000);
  });

  it('may have many branches', async () => {
    const log = new LogDrawing();
    const root = log.user('root');
    for (let index = 0; index < 3000; index += 1) log.user(`try ${index}`, { parentUuid: root });
    const { events } = await sessionOf(log);
    expect(events.filter(({ branch }) => branch === 'abandoned')).toHaveLength(2999);
  });
});
