import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectFiles } from '../../../scripts/etl/collectFiles.ts';
import { readChunks } from '../../../scripts/etl/readChunks.ts';

const onWindows = process.platform === 'win32';

let folder: string;
let logs: string;
let out: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'collect-')));
  logs = join(folder, 'logs');
  out = join(logs, 'out');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(logs, 'log.jsonl'), '{}');
  writeFileSync(join(out, 'session.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const namesOf = (paths: readonly string[], below?: string) =>
  collectFiles(paths, below).files.map(({ path }) => basename(path));

describe('collectFiles, of the output folder,', () => {
  it('skips it in a folder that holds both logs and output', () => {
    expect(namesOf([logs], out)).toEqual(['log.jsonl']);
    expect(collectFiles([logs], out).passed).toMatchObject([{ path: out }]);
  });

  it.each([
    ['the folder itself', () => out],
    ['a file in it', () => join(out, 'session.json')],
    ['a glob', () => join(out, '*.json')],
    ['a link to it', () => join(folder, 'link')],
    ['another way to write it', () => join(logs, '../logs/out')],
  ])('refuses it when it is given as %s', (_, path) => {
    symlinkSync(out, join(folder, 'link'));
    const { files, refused } = collectFiles([path()], out);
    expect(files).toEqual([]);
    expect(refused).toMatchObject([{ code: 'inside-output' }]);
  });

  it('recognises it through a link, too', () => {
    symlinkSync(out, join(folder, 'link'));
    expect(namesOf([logs], join(folder, 'link'))).toEqual(['log.jsonl']);
  });

  it('refuses a folder of logs that is the output folder itself', () => {
    expect(collectFiles([logs], logs).refused).toMatchObject([{ code: 'inside-output' }]);
  });

  it('skips nothing while it does not exist', () => {
    expect(namesOf([logs], join(folder, 'none'))).toEqual(['log.jsonl', 'session.json']);
  });
});

describe.skipIf(onWindows)('collectFiles, of what is not a regular file,', () => {
  const pipe = () => {
    const path = join(logs, 'pipe.jsonl');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    return path;
  };

  it('refuses a pipe that is given or matched by a glob, without waiting for it', () => {
    pipe();
    for (const path of [join(logs, 'pipe.jsonl'), join(logs, 'p*.jsonl')]) {
      const { files, refused } = collectFiles([path]);
      expect(files).toEqual([]);
      expect(refused).toMatchObject([{ code: 'not-a-file', message: expect.stringContaining('a named pipe') }]);
    }
    expect(collectFiles(['/dev/null']).refused).toMatchObject([{ message: expect.stringContaining('a device') }]);
  });

  it('refuses a socket', async () => {
    const server = createServer();
    const path = join(folder, 's');
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(collectFiles([path]).refused).toMatchObject([{ message: expect.stringContaining('a socket') }]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('does not read it where it has replaced a file that was found', { timeout: 5_000 }, async () => {
    await expect(readChunks(pipe()).next()).rejects.toThrow('no longer a file');
  });
});

describe.skipIf(process.platform !== 'linux')('collectFiles, of names,', () => {
  it('reports those that are not UTF-8', () => {
    const name = Buffer.concat([Buffer.from(`${logs}/bad-`), Buffer.from([0xff, 0xfe]), Buffer.from('.jsonl')]);
    writeFileSync(name, '{}');
    const { files, refused } = collectFiles([logs], out);
    expect(files).toHaveLength(1);
    expect(refused).toMatchObject([{ code: 'bad-name' }]);
  });

  it('does not leave a folder through links to itself', () => {
    symlinkSync('.', join(logs, 'loop'));
    const { passed, refused } = collectFiles([logs], out);
    expect(refused).toEqual([]);
    expect(passed.map(({ path }) => basename(path))).toEqual(['loop', 'out']);
  });
});

describe('collectFiles, of the files that belong to a transcript given by itself,', () => {
  const id = '5e55107a-0000-4000-8000-000000000001';
  const record = (session: string) => `{"sessionId":"${session}","isSidechain":true}\n`;
  const companionsOf = (path: string) => collectFiles([path], undefined, { companions: true });

  beforeEach(() => {
    mkdirSync(join(logs, id, 'subagents'), { recursive: true });
    mkdirSync(join(logs, id, 'secrets'));
    writeFileSync(join(logs, `${id}.jsonl`), record(id));
    writeFileSync(join(logs, id, 'subagents', 'agent-a1.jsonl'), record(id));
    writeFileSync(join(logs, id, 'secrets', 'agent-a2.jsonl'), record(id));
    writeFileSync(join(logs, 'agent-b1.jsonl'), record(id));
    writeFileSync(join(logs, 'agent-b2.jsonl'), record('another'));
  });

  it('finds those beside it, and no others', () => {
    const { files, refused } = companionsOf(join(logs, `${id}.jsonl`));
    expect(files.map(({ name }) => name).sort()).toEqual([
      `${id}.jsonl`,
      `${id}/subagents/agent-a1.jsonl`,
      'agent-b1.jsonl',
    ]);
    expect(refused).toEqual([]);
  });

  it('leaves them alone unless they are asked for', () => {
    expect(collectFiles([join(logs, `${id}.jsonl`)]).files).toHaveLength(1);
  });

  it('does not look for them through links', () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'agent-c1.jsonl'), record(id));
    rmSync(join(logs, id, 'subagents'), { recursive: true });
    symlinkSync(elsewhere, join(logs, id, 'subagents'));
    symlinkSync(join(elsewhere, 'agent-c1.jsonl'), join(logs, 'agent-c1.jsonl'));
    const { files } = companionsOf(join(logs, `${id}.jsonl`));
    expect(files.map(({ name }) => name).sort()).toEqual([`${id}.jsonl`, 'agent-b1.jsonl']);
  });
});

describe('collectFiles, beside a session given by itself,', () => {
  const content = '0123456789abcdef0123456789abcdef.txt';
  const namesOf = () =>
    collectFiles([join(logs, 'memo.json')], undefined, { companions: true }).files.map(({ name }) => name);

  beforeEach(() => {
    writeFileSync(join(logs, 'memo.json'), '{}');
    mkdirSync(join(logs, 'other.content'));
    writeFileSync(join(logs, 'other.content', content), 'of another session');
  });

  it('takes its own content folder', () => {
    mkdirSync(join(logs, 'memo.content'));
    writeFileSync(join(logs, 'memo.content', content), 'a text');
    expect(namesOf()).toEqual([`memo.content/${content}`, 'memo.json']);
  });

  it('takes no link to a folder or to a file elsewhere', () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, content), 'a secret');
    symlinkSync(elsewhere, join(logs, 'memo.content'));
    expect(namesOf()).toEqual(['memo.json']);
    rmSync(join(logs, 'memo.content'));
    mkdirSync(join(logs, 'memo.content'));
    symlinkSync(join(elsewhere, content), join(logs, 'memo.content', content));
    expect(namesOf()).toEqual(['memo.json']);
  });
});
