import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Passage } from '../../../../scripts/etl/catalogue/contract.ts';
import type { FolderCatalogue } from '../../../../scripts/etl/catalogue/folderCatalogue.ts';
import { openCatalogue } from '../../../../scripts/etl/catalogue/openCatalogue.ts';
import { createTextIndex, textSchema } from '../../../../scripts/etl/catalogue/sqliteText.ts';
import { humpsOf, matchLine, partsOf, wordsOf } from '../../../../src/session/text/searchWords.ts';
import { catalogued } from '../../../helpers/describeCatalogue.ts';
import { runPlainEtl } from '../../../helpers/plainEtl.ts';

const repository = join(import.meta.dirname, '../../../..');

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'search-'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const open = (check = false): Promise<FolderCatalogue> =>
  openCatalogue({ out, project: repository, fingerprint: '', check });

describe('words', () => {
  it.each([
    ['Fix the Login', ['fix', 'the', 'login']],
    ['src/replay/createReplay.ts:42', ['src', 'replay', 'createreplay', 'ts', '42']],
    ['修复登录bug', ['修复', '复登', '登录', '录', 'bug']],
    ['--no-verify user_id', ['no', 'verify', 'user', 'id']],
    ['😀 …', []],
    ['x'.repeat(100), ['x'.repeat(48)]],
  ])('are cut out of %s', (text, words) => expect(wordsOf(text).map(({ word }) => word)).toEqual(words));

  it('of a text are indexed line by line as a query is cut', () => {
    const piece = fc.constantFrom(
      ...['fix', 'handleSubmit', 'XMLHttpRequest2X', 'A', '9z', '_', '-', ' ', '\n', '\r\n', '\t', '\0'],
      ...['修复登录', 'é', 'Ünder', 'e\u0301', 'ｶﾅ', '😀', '𝐀b', 'x'.repeat(60)],
    );
    const cut = (lines: readonly string[], cutLine: typeof wordsOf): string[] =>
      lines.map((line) => cutLine(line).map(({ word }) => word)).flatMap((words) => (words[0] ? [...words, '¶'] : []));
    const db = new DatabaseSync(':memory:');
    db.exec(textSchema);
    db.exec("CREATE VIRTUAL TABLE indexed USING fts5vocab(words, 'instance')");
    const indexed = db.prepare('SELECT term FROM indexed WHERE col = ? ORDER BY doc, offset');
    const index = createTextIndex({ run: (sql, ...values) => db.prepare(sql).run(...values), get: () => undefined });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const lines = pieces.join('').split('\n');
        index.put(1, '', [{ item: 'x', kind: 'reply', text: lines.join('\n') }]);
        const termsOf = (column: string) => indexed.all(column).map(({ term }) => term);
        expect([termsOf('text'), termsOf('humps')]).toEqual([cut(lines, wordsOf), cut(lines, humpsOf)]);
        index.remove(1);
      }),
      { numRuns: 200 },
    );
    db.close();
  });

  it('keep their position in the text', () => {
    const text = '👍 修复 handleSubmit';
    for (const { word, start, end } of wordsOf(text)) expect(text.slice(start, end).toLowerCase()).toBe(word);
    expect(humpsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['handle', 'Submit']);
    expect(humpsOf('XMLHttpRequest plain').map(({ word }) => word)).toEqual(['xml', 'http', 'request']);
  });

  it('become parts of a query; the last may be a prefix, quoted ones may not', () => {
    expect(partsOf('src/a.ts log')).toEqual([
      { words: ['src', 'a', 'ts'], isPrefix: false },
      { words: ['log'], isPrefix: true },
    ]);
    expect(partsOf('"git rebase')).toEqual([{ words: ['git', 'rebase'], isPrefix: false }]);
    expect(partsOf('登录')).toEqual([{ words: ['登录'], isPrefix: false }]);
    expect(partsOf('录')).toEqual([{ words: ['录'], isPrefix: true }]);
    expect(partsOf('… "" -')).toEqual([]);
  });

  it('are marked once in a line, where parts overlap', () => {
    const line = 'handleSubmit 修复登录';
    const marked = (query: string) => matchLine(line, partsOf(query)).ranges.map(([from, to]) => line.slice(from, to));
    expect(marked('submit handlesub')).toEqual(['handleSubmit']);
    expect(marked('录')).toEqual(['录']);
    expect(marked('修复登 登录')).toEqual(['修复登录']);
  });
});

describe('search', () => {
  let catalogue: FolderCatalogue;
  const passages: Passage[] = [
    { kind: 'prompt', item: 'event-1', at: 0, text: '库存数量不对，请修复\nThe stock is wrong' },
    { kind: 'command', item: 'call-1', at: 1000, text: 'pnpm test --filter warehouse' },
    { kind: 'output', item: 'call-1', at: 1000, text: `${'x '.repeat(300)}ENOENT: no such file${' y'.repeat(300)}` },
    { kind: 'reply', item: 'event-2', text: 'readIndex calls handleSubmit\nnothing else' },
  ];
  beforeEach(async () => {
    catalogue = await open();
    await catalogue.commit({
      sessions: [
        { ...catalogued('2026-02-01-001-stock', { task_title: 'Stock' }), passages },
        {
          ...catalogued('2026-02-02-001-other', { created_at: '2026-02-02T00:00:00Z', task_title: 'Other' }),
          passages: [],
        },
      ],
    });
  });
  afterEach(() => catalogue.close());
  const find = async (text: string) => (await catalogue.search({ text })).hits;

  it.each([
    ['库存', 'event-1', ['库存']],
    ['复', 'event-1', ['复']],
    ['ware', 'call-1', ['warehouse']],
    ['--filter warehouse', 'call-1', ['filter', 'warehouse']],
    ['submit', 'event-2', ['Submit']],
    ['"no such file"', 'call-1', ['no such file']],
  ])('finds %s, and tells where', async (text, item, found) => {
    const [hit] = await find(text);
    const [line] = hit?.lines ?? [];
    expect(line?.item).toBe(item);
    expect(line?.ranges.map(([from, to]) => line.text.slice(from, to))).toEqual(found);
    expect(line?.text.length).toBeLessThan(260);
  });

  it('finds words in different places of a session, and puts the line with most of them first', async () => {
    const [hit] = await find('stock wrong readIndex');
    expect(hit?.lines.map(({ item }) => item)).toEqual(['event-1', 'event-2']);
    expect(hit?.lines[1]).not.toHaveProperty('at');
  });

  it.each(['nothing wrong here', 'war test', '"wrong pnpm"', '"handleSubmit nothing"', '库量'])(
    'does not find %s',
    async (text) => expect(await find(text)).toEqual([]),
  );

  it('finds a reconverted session only by its new text', async () => {
    const row = { ...catalogued('2026-02-01-001-stock', { created_at: '2026-03-01T00:00:00Z' }).row };
    await catalogue.commit({ sessions: [{ row, passages: [{ kind: 'prompt', item: 'e', text: 'quite different' }] }] });
    expect(await find('warehouse')).toHaveLength(0);
    expect(await find('different')).toHaveLength(1);
    await catalogue.remove(['2026-02-01-001-stock']);
    expect(await find('different')).toHaveLength(0);
  });
});

describe('etl makes searchable', () => {
  const etl = (paths: string[]) => runPlainEtl({ paths, out, project: repository });

  it('prompts, replies, commands, paths and output, each with an item of its session', async () => {
    await etl([join(repository, 'data/sources/claude-code')]);
    const catalogue = await open(true);
    const { hits } = await catalogue.search({ text: 'the' }, { limit: 50 });
    const kinds = new Set<string>();
    for (const { session, lines } of hits) {
      const text = readFileSync(join(out, `${session.session_id}.json`), 'utf8');
      for (const { item, kind } of lines) {
        kinds.add(kind);
        expect(text).toMatch(new RegExp(`"(?:call|event)_id":"${item}"`));
      }
    }
    for (const text of ['md', 'npm', 'src']) {
      for (const { lines } of (await catalogue.search({ text })).hits) for (const { kind } of lines) kinds.add(kind);
    }
    expect([...kinds].sort()).toEqual(['command', 'output', 'path', 'prompt', 'reply']);
    await catalogue.close();
  });

  it('no secret of the log, neither in words nor in lines', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`;
    const folder = mkdtempSync(join(tmpdir(), 'search-log-'));
    const record = {
      type: 'user',
      uuid: 'a',
      sessionId: 's',
      timestamp: '2026-02-01T08:00:00.000Z',
      cwd: '/work',
      version: '2.0.0',
      message: { role: 'user', content: `use ${secret} for the deployment` },
    };
    writeFileSync(join(folder, '7c1f2a90-5b1e-4c7a-9d53-0f6a1b2c3d4e.jsonl'), `${JSON.stringify(record)}\n`);
    await etl([folder]);
    rmSync(folder, { recursive: true });
    const catalogue = await open(true);
    expect((await catalogue.search({ text: 'deployment' })).hits).toHaveLength(1);
    expect((await catalogue.search({ text: secret })).hits).toEqual([]);
    await catalogue.close();
    const database = new DatabaseSync(join(out, 'index/catalogue.db'), { readOnly: true });
    const kept = database.prepare('SELECT bytes FROM passages').all() as { bytes: Uint8Array }[];
    database.close();
    const texts = kept.map(({ bytes }) => inflateRawSync(bytes).toString());
    const files = readdirSync(join(out, 'index')).map((name) => readFileSync(join(out, 'index', name), 'latin1'));
    for (const text of [...texts, ...files]) expect(text.toLowerCase()).not.toContain(secret.slice(4).toLowerCase());
  });
});
