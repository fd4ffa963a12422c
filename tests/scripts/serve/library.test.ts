import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CatalogueReader, createCatalogueReader } from '../../../scripts/serve/catalogueReader.ts';
import { type Library, type LibraryNews, type LibraryOptions, openLibrary } from '../../../scripts/serve/library.ts';

const repository = join(import.meta.dirname, '../../..');
const sample = join(
  repository,
  'data/sources/claude-code/projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl',
);
const lines = readFileSync(sample, 'utf8')
  .split('\n')
  .filter((line) => line !== '');

let home: string;
let out: string;
let library: Library;
let reader: CatalogueReader;
let news: LibraryNews[];
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'ark-home-'));
  out = join(home, '.cache/sessions');
  news = [];
  await begin();
});
afterEach(async () => {
  await end();
  rmSync(home, { recursive: true, force: true });
});

async function begin(more: Partial<LibraryOptions> = {}): Promise<void> {
  library = await openLibrary({
    paths: [join(home, '.claude/projects'), join(home, '.codex/sessions')],
    out,
    project: home,
    report: (each) => {
      news.push(each);
      if (each.is === 'list') reader.refresh();
    },
    ...more,
  });
  reader = createCatalogueReader(out, home);
}

async function end(): Promise<void> {
  await library.close();
  await reader.close();
}

/** Writes a log of Claude Code with an id of its own. */
function writeLog(number: number, written: readonly string[]): string {
  const id = `d27f5a90-6b1c-4e3d-8f42-${String(number).padStart(12, '0')}`;
  const path = join(home, '.claude/projects/-home-lin-tide-table', `${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${written.join('\n').replaceAll('d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f', id)}\n`);
  return path;
}

const listed = async () => (await reader.read((catalogue) => catalogue.page({}))).sessions;
const fileOf = (id: string): string => join(out, `${id}.json`);
const callsIn = (id: string): number => JSON.parse(readFileSync(fileOf(id), 'utf8')).tool_calls.length;
const state = () => news.findLast((each) => each.is === 'state');

describe('a log that nobody has opened', () => {
  test('is listed by its beginning, and not converted', async () => {
    writeLog(1, lines);
    await library.look();
    const [row, ...more] = await listed();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      outcome: 'unknown',
      source_format: 'claude-code',
      project: expect.stringContaining('tide'),
    });
    expect(row?.task_title).not.toMatch(/jsonl/);
    expect(existsSync(fileOf(row?.session_id ?? ''))).toBe(false);
    expect(state()).toMatchObject({ sessions: 1, unread: 1 });
  });

  test('keeps its name when it is opened, and its row says what the whole log says', async () => {
    writeLog(1, lines);
    await library.look();
    const id = (await listed())[0]?.session_id ?? '';
    expect(await library.open(id)).toMatchObject({ is: 'ready', id });
    const [row, ...more] = await listed();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ session_id: id, tool_calls_count: callsIn(id) });
    expect(callsIn(id)).toBeGreaterThan(0);
    expect(state()).toMatchObject({ sessions: 1, unread: 0 });
  });

  test('is known again by the next run, which reads nothing again', async () => {
    writeLog(1, lines);
    await library.look();
    const before = await listed();
    await end();
    await begin();
    await library.look();
    expect(await listed()).toEqual(before);
    expect(news.filter(({ is }) => is === 'list')).toHaveLength(1);
  });

  test('is no longer listed when it is gone; a converted one stays', async () => {
    const [first, second] = [writeLog(1, lines), writeLog(2, lines)];
    await library.look();
    const opened = (await listed()).find(({ source }) => source === second)?.session_id ?? '';
    await library.open(opened);
    rmSync(first);
    rmSync(second);
    await library.look();
    expect((await listed()).map(({ session_id }) => session_id)).toEqual([opened]);
    expect(await library.open(opened)).toMatchObject({ is: 'ready', id: opened });
  });

  test('has no secret in its row', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const prompt = lines.findIndex((line) => JSON.parse(line).type === 'user');
    const leaking = JSON.parse(lines[prompt] ?? '');
    leaking.message.content = `Push with ${secret} please`;
    writeLog(1, [...lines.slice(0, prompt), JSON.stringify(leaking), ...lines.slice(prompt + 1)]);
    await library.look();
    const [row] = await listed();
    expect(JSON.stringify(row)).not.toContain(secret);
    await library.open(row?.session_id ?? '');
    expect(readFileSync(fileOf(row?.session_id ?? ''), 'utf8')).not.toContain(secret);
  });
});

describe('a session that grows', () => {
  test('is written again while it is read, within a second, and called live', async () => {
    library.setReaders(1);
    const log = writeLog(1, lines.slice(0, 4));
    await library.look();
    const id = (await listed())[0]?.session_id ?? '';
    expect(await library.open(id)).toMatchObject({ is: 'ready', id, live: true });
    const before = callsIn(id);
    news.length = 0;
    appendFileSync(log, `${lines.slice(4).join('\n')}\n`.replaceAll('0a9b8c7d6e5f', '000000000001'));
    await vi.waitFor(() => expect(news).toContainEqual({ is: 'session', id }), { timeout: 5000 });
    expect(callsIn(id)).toBeGreaterThan(before);
    expect((await listed()).map(({ session_id }) => session_id)).toEqual([id]);
  });

  test('is called gone while its log is, stays readable, and goes on once the log is back', async () => {
    library.setReaders(1);
    const log = writeLog(1, lines.slice(0, 4));
    await library.look();
    const id = (await listed())[0]?.session_id ?? '';
    await library.open(id);
    const before = callsIn(id);
    renameSync(log, `${log}.away`);
    await vi.waitUntil(() => state()?.gone.includes(id), { timeout: 10_000 });
    await library.look();
    expect(state()?.gone).toEqual([id]);
    expect(await library.open(id)).toMatchObject({ is: 'ready', id });
    appendFileSync(`${log}.away`, `${lines.slice(4).join('\n')}\n`.replaceAll('0a9b8c7d6e5f', '000000000001'));
    renameSync(`${log}.away`, log);
    await vi.waitUntil(() => state()?.gone.length === 0 && callsIn(id) > before, { timeout: 20_000 });
  });

  test('says once that its log has become shorter, and shows what it says now', async () => {
    library.setReaders(1);
    const log = writeLog(1, lines);
    await library.look();
    const id = (await listed())[0]?.session_id ?? '';
    await library.open(id);
    const before = callsIn(id);
    writeLog(1, lines.slice(0, 4));
    await vi.waitUntil(() => callsIn(id) < before, { timeout: 20_000 });
    const said = news.filter((each) => each.is === 'trouble');
    expect(said).toMatchObject([{ code: 'log-shrunk' }]);
    expect(said[0]?.message).toContain(log);
  });

  test('is not converted while no page is open', async () => {
    const log = writeLog(1, lines.slice(0, 4));
    await library.look();
    const id = (await listed())[0]?.session_id ?? '';
    await library.open(id);
    const before = readFileSync(fileOf(id), 'utf8');
    appendFileSync(log, `${lines.slice(4).join('\n')}\n`.replaceAll('0a9b8c7d6e5f', '000000000001'));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(readFileSync(fileOf(id), 'utf8')).toBe(before);
    await library.open(id);
    expect(readFileSync(fileOf(id), 'utf8')).not.toBe(before);
  });

  test('appears by itself when its log is new', async () => {
    writeLog(1, lines);
    await library.look();
    writeLog(2, lines);
    await vi.waitFor(async () => expect(await listed()).toHaveLength(2), { timeout: 8000 });
  });
});

test.each(['2099-01-01', '1971-01-01'])(
  'a clock that says %s makes no session live for ever; only growing does',
  async (day) => {
    const path = writeLog(1, lines.slice(0, -2));
    const wrong = new Date(day);
    utimesSync(path, wrong, wrong);
    await library.look();
    expect(state()?.live).toEqual([]);
    const id = (await listed())[0]?.session_id ?? '';
    await library.open(id);
    appendFileSync(path, `${lines.at(-2)}\n`);
    utimesSync(path, wrong, new Date(wrong.getTime() + 1000));
    expect(await library.open(id)).toEqual({ is: 'ready', id, live: true });
  },
);

test('all logs are converted on demand, also those that are not listed yet, so that their texts can be found', async () => {
  for (const number of [1, 2, 3]) writeLog(number, lines);
  const find = async () => (await reader.read((catalogue) => catalogue.search({ text: 'export' }))).total.n;
  await library.readAll();
  expect(state()).toMatchObject({ sessions: 3, unread: 0, reading: false });
  const found = await find();
  const [one] = await listed();
  const text = readFileSync(fileOf(one?.session_id ?? ''), 'utf8');
  expect(found).toBe(text.includes('export') ? 3 : 0);
});

test('a session that does not exist is said to be unknown', async () => {
  expect(await library.open('2026-01-01-001-nothing')).toEqual({ is: 'unknown' });
});

test('a reader that has asked for a part of the list sees what comes into it later', async () => {
  const inYear = (year: number) => lines.map((line) => line.replaceAll(/\d{4}(-\d\d-\d\dT)/g, `${year}$1`));
  for (const number of [1, 2, 3, 4]) writeLog(number, inYear(2010 + number));
  await library.look();
  const first = () => reader.read((catalogue) => catalogue.page({}, { limit: 1 }));
  expect((await first()).total.n).toBe(4);
  writeLog(5, lines);
  await library.look();
  expect((await first()).total.n).toBe(5);
});

test('asks adapters of the user, and lists and opens what they know', async () => {
  const kit = pathToFileURL(join(repository, 'src/adapters/index.ts')).href;
  const adapter = join(home, 'notes.mjs');
  writeFileSync(
    adapter,
    `import { readJsonLines } from ${JSON.stringify(kit)};
    export default {
      contract: 1,
      descriptor: { id: 'notes', label: 'Notes', specUrl: undefined, marks: ['"note"'], versionsSeen: ['1'], ignores: {},
        capabilities: { times: 'none', thinking: false, tokens: false, subagents: false, outcomes: false } },
      detect: ({ text, name }) => text.startsWith('{"note"')
        ? { grade: 'certain', because: 'begins with a note', role: { is: 'primary', key: name } }
        : { grade: 'no', because: 'begins with no note' },
      async *parse({ files: [file] }, context) { yield* readJsonLines(file, { context, source: 0 }); },
      createConverter: (assembly) => ({
        record(raw, ref) { assembly.session('main').message({ role: 'user', text: raw.note, ref }); return 'converted'; },
        end() {},
      }),
    };`,
  );
  const note = join(home, '.claude/projects/note.jsonl');
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, '{"note":"Buy milk"}\n');
  await library.look();
  expect(await listed()).toEqual([]);
  await end();
  await begin({ adapters: { config: undefined, modules: [pathToFileURL(adapter).href] } });
  await library.look();
  const [row] = await listed();
  expect(row).toMatchObject({ source_format: 'notes', task_title: 'Buy milk' });
  expect(await library.open(row?.session_id ?? '')).toMatchObject({ is: 'ready' });
  appendFileSync(note, '{"note":"Buy bread"}\n');
  await library.open(row?.session_id ?? '');
  expect(readFileSync(fileOf(row?.session_id ?? ''), 'utf8')).toContain('Buy bread');
});
