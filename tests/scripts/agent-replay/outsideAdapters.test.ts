import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { collectFiles } from '../../../scripts/etl/collectFiles.ts';
import { detectSources } from '../../../scripts/etl/detectSources.ts';
import { openOutsideAdapters } from '../../../scripts/etl/outsideAdapters.ts';
import { repository, runInHere, samples } from './runAgentReplay.ts';

const folder = mkdtempSync(join(tmpdir(), 'ark-outside-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An adapter of notes; its functions are given as code. */
function adapterCode({ detect = '', record = '', top = '', more = '', contract = 1 }): string {
  const kit = pathToFileURL(join(repository, 'src/adapters/index.ts')).href;
  return `
import { readJsonLines } from ${JSON.stringify(kit)};
${top}
export default {
  contract: ${contract},
  descriptor: {
    id: 'notes', label: 'Notes', specUrl: undefined, marks: ['"note"'], versionsSeen: ['1'], ignores: {},
    capabilities: { times: 'none', thinking: false, tokens: false, subagents: false, outcomes: false },
  },
  detect({ text, name }) {
    ${detect}
    return text.startsWith('{"note"')
      ? { grade: 'certain', because: 'begins with a note', role: { is: 'primary', key: name } }
      : { grade: 'no', because: 'begins with no note' };
  },
  async *parse({ files }, context) {
    for (const [source, file] of files.entries()) yield* readJsonLines(file, { context, source });
  },
  createConverter: (assembly) => ({
    record(raw, ref) {
      ${record}
      assembly.session('main').message({ role: 'user', text: String(raw.note), ref });
      return 'converted';
    },
    end() {},
  }),
  ${more}
};
`;
}

let count = 0;
function write(code: Parameters<typeof adapterCode>[0]): string {
  count += 1;
  const path = join(folder, `adapter-${count}.ts`);
  writeFileSync(path, adapterCode(code));
  return path;
}

const note = join(folder, 'note.jsonl');
writeFileSync(note, '{"note":"Buy milk"}\n{"note":"The key is sk-ant-api03-0123456789abcdefghijABCDEFGHIJ"}\n');
const known = join(samples, 'pi/v1.jsonl');

interface Report {
  failures: { file: string; message: string }[];
  sessions: { session_id: string }[];
  unrecognised: { file: string; refusals: Record<string, string> }[];
}

async function etl(args: readonly string[], cwd = folder) {
  count += 1;
  const out = join(folder, `out-${count}`);
  const before = process.cwd();
  process.chdir(cwd);
  const { status, stdout, stderr } = await runInHere(['etl', ...args, '--out', out, '--json']).finally(() =>
    process.chdir(before),
  );
  const report = stdout.startsWith('{') ? (JSON.parse(stdout) as Report) : undefined;
  const session = (id: string) => JSON.parse(readFileSync(join(out, `${id}.json`), 'utf8'));
  return { status, stderr, report, session };
}

describe('--adapter', () => {
  it('reads a format beside those of the kit, says whose code runs, and masks secrets', {
    timeout: 60_000,
  }, async () => {
    const path = write({});
    writeFileSync(join(folder, 'package.json'), '{"name":"notes-reader","version":"3.2.1"}');
    const { status, stderr, report, session } = await etl([note, known, '--adapter', path]);
    expect(stderr).toMatch(/Adapters of your own: notes \(code from adapter-\d+\.ts runs with your rights\)/);
    expect(report?.sessions).toHaveLength(2);
    expect(status).toBe(0);
    const [made] = (report?.sessions ?? [])
      .map(({ session_id }) => session(session_id))
      .filter(({ provenance }) => provenance.adapter);
    expect(made.provenance.adapter).toEqual({ package: 'notes-reader', version: '3.2.1', contract: 1 });
    expect(JSON.stringify(made)).not.toContain('sk-ant-api03-0123456789');
  });

  it.each([
    [{ contract: 2 }, /"notes" was made for contract 2; this kit knows 1: update agent-replay-kit\./],
    [{ more: 'detektiv() {},' }, /member detektiv, which contract 1 does not know/],
    [{ top: 'throw new Error("broken at home");' }, /could not be loaded from adapter-\d+\.ts: broken at home/],
    [{ top: 'process.exit(0);' }, /its thread ended while it loaded/],
  ])(
    'refuses an invalid adapter before it converts, with an explanation (%#)',
    { timeout: 60_000 },
    async (code, words) => {
      const { status, stderr } = await etl([note, '--adapter', write(code)]);
      expect(stderr).toMatch(words);
      expect(status).toBe(3);
    },
  );

  it('names an adapter or configuration that does not exist', { timeout: 60_000 }, async () => {
    expect((await etl([note, '--adapter', 'agent-replay-adapter-nothing'])).stderr).toContain(
      'There is no adapter agent-replay-adapter-nothing. No package of that name is installed here',
    );
    expect((await etl([note, '--adapter', './nothing.js'])).stderr).toContain('There is no adapter ./nothing.js.');
    expect((await etl([note, '--config', 'nothing.ts'])).stderr).toContain('There is no configuration nothing.ts.');
  });

  it('finds an installed package by its name', { timeout: 60_000 }, async () => {
    const own = join(folder, 'node_modules/@me/notes');
    mkdirSync(join(own, 'dist'), { recursive: true });
    writeFileSync(join(own, 'dist/main.js'), adapterCode({}));
    writeFileSync(
      join(own, 'package.json'),
      '{"name":"@me/notes","version":"1.0.0","type":"module","exports":{".":{"types":"./x.d.ts","import":"./dist/main.js"}}}',
    );
    expect((await etl([note, '--adapter', '@me/notes', '--format', 'notes'])).report?.sessions).toHaveLength(1);
    expect((await etl([note, '--adapter', '@me/notes', '--format', 'nots'])).stderr).toContain('Did you mean notes?');
  });
});

it('reads agent-replay.config.ts only from the folder it runs in', { timeout: 60_000 }, async () => {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'below'), { recursive: true });
  const from = JSON.stringify(pathToFileURL(write({})).href);
  writeFileSync(
    join(project, 'agent-replay.config.ts'),
    `import notes from ${from};\nexport default { adapters: [notes], paths: [${JSON.stringify(note)}] };\n`,
  );
  expect((await etl([], project)).report?.sessions.length).toBeGreaterThan(0);
  expect((await etl([note], join(project, 'below'))).report?.unrecognised).toHaveLength(1);
  expect(
    (await etl([note, '--config', '../agent-replay.config.ts'], join(project, 'below'))).report?.sessions,
  ).toHaveLength(1);
});

describe('an outside adapter', () => {
  const limits = { load: 20_000, look: 3_000, sign: 3_000 };
  const open = async (code: Parameters<typeof adapterCode>[0], atTopLevel = '') => {
    const path = write(code);
    appendFileSync(path, atTopLevel);
    const modules = [pathToFileURL(path).href];
    const outside = await openOutsideAdapters({ config: undefined, modules, redact: true, rules: undefined, limits });
    const { files } = collectFiles([note, known]);
    const { sources, passed } = await detectSources(files, undefined, new Map(), outside.adapters);
    return { outside, sources, passed, adapter: outside.adapters[0] };
  };

  it('that hangs in detect does not claim the file, and is asked again about the next file', {
    timeout: 60_000,
  }, async () => {
    const { sources, passed } = await open({
      detect: 'if (name === "note.jsonl") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
    });
    expect(sources.map(({ adapter }) => adapter.descriptor.id)).toEqual(['pi']);
    expect(passed).toMatchObject([
      { is: 'unrecognised', refusals: { notes: 'its adapter failed: it gave no answer in time' } },
    ]);
  });

  it('that hangs at a record fails that file, and continues with the next', { timeout: 60_000 }, async () => {
    const hang = 'if (raw.note.includes("key")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
    // The thread that follows loads for longer than it may be without a sign later.
    const { adapter, sources } = await open({ record: hang }, 'await new Promise((go) => setTimeout(go, 3500));\n');
    const source = sources.find((each) => each.adapter === adapter);
    if (source === undefined || adapter === undefined) throw new Error('It was not claimed.');
    await expect(adapter.convert(source)).rejects.toThrow('The adapter notes gave no sign for 3 s, and was stopped.');
    writeFileSync(join(folder, 'short.jsonl'), '{"note":"short"}\n');
    const { files } = collectFiles([join(folder, 'short.jsonl')]);
    const { sessions } = await adapter.convert({ adapter, files });
    expect(sessions[0]?.session.events).toMatchObject([{ text: 'short' }]);
  });

  it('that exhausts memory, exits, or throws, fails that file', { timeout: 60_000 }, async () => {
    for (const [record, words] of [
      ['const all = []; for (;;) all.push(new Array(1e5).fill(0.5).map((x) => ({ x })));', /ended|no sign/],
      ['process.exit(1);', /notes ended its thread/],
      ['throw new Error("no such note");', /no such note/],
    ] as const) {
      const { adapter, sources } = await open({ record });
      const source = sources.find((each) => each.adapter === adapter);
      if (source === undefined || adapter === undefined) throw new Error('It was not claimed.');
      await expect(adapter.convert(source)).rejects.toThrow(words);
    }
  });
});
