import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinBytes, type StoredObject } from '../../../../scripts/etl/store/contract.ts';
import { openStore } from '../../../../scripts/etl/store/openStore.ts';
import { withLease } from '../../../../scripts/etl/store/withLease.ts';
import { describeStore } from '../../../helpers/describeStore.ts';
import { type S3Server, startS3Server } from '../../../helpers/s3Server.ts';

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  server = await startS3Server();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});
afterEach(() => {
  server.intercept = undefined;
});

let folders = 0;
describeStore('a store in a folder', () => openStore(join(folder, String(folders++))));
describeStore('a store in a bucket', () => openStore(server.place(), server.env));

describe('openFolderStore', () => {
  it('follows no links, and shows nothing of its own', async () => {
    const inside = join(folder, 'linked');
    mkdirSync(join(inside, '.store'), { recursive: true });
    writeFileSync(join(folder, 'secret'), 'x');
    symlinkSync(join(folder, 'secret'), join(inside, 'link'));
    const store = openStore(inside);
    const found: string[] = [];
    for await (const { key } of store.list()) found.push(key);
    expect(found).toEqual([]);
    expect(await store.stat('link')).toBeUndefined();
    await expect(joinBytes(store.read('link'))).rejects.toThrow(/no such object/);
    await expect(store.stat('.store/lock')).rejects.toThrow(/must not begin with .store/);
  });

  it('clears away with its next write what a killed one left', async () => {
    const inside = join(folder, 'killed');
    const openStoreFile = join(import.meta.dirname, '../../../../scripts/etl/store/openStore.ts');
    const endless = `async function* () { yield Buffer.from('x'); console.log('begun'); await new Promise(() => setInterval(() => {}, 1e6)); }`;
    const script = `import { openStore } from ${JSON.stringify(openStoreFile)};
      await openStore(${JSON.stringify(inside)}).put('a', ${endless});`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(readdirSync(join(inside, '.store'))).toHaveLength(1);
    const store = openStore(inside);
    expect(await store.stat('a')).toBeUndefined();
    await store.put('b', () => [Buffer.from('y')]);
    expect(readdirSync(join(inside, '.store'))).toEqual([]);
  });
});

describe('openS3Store', () => {
  const open = (more: Record<string, string> = {}) => openStore(server.place(), { ...server.env, ...more });

  it('tries again where the server is overloaded or the network breaks, and goes on where reading stopped', async () => {
    const store = open();
    await store.put('a', () => [Buffer.from('0123456789')]);
    let failures = [503, 0, 500];
    server.intercept = () => failures.shift();
    expect(String(await joinBytes(store.read('a')))).toBe('0123456789');
    expect(failures).toEqual([]);
    failures = Array.from({ length: 20 }, () => 503);
    await expect(store.stat('a')).rejects.toThrow(/answered 503.*Run again/);
  });

  it('lists what comes in several answers, with keys written as S3 writes them', async () => {
    const entry = (key: string) =>
      `<Contents><Key>place/${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;e1&quot;</ETag><Size>7</Size></Contents>`;
    const pages = [
      `<ListBucketResult><IsTruncated>true</IsTruncated><EncodingType>url</EncodingType><NextContinuationToken>a+b/c=&amp;</NextContinuationToken>${entry('a%26+b%2B%3C%C3%A9')}${entry('folder/')}</ListBucketResult>`,
      `<ListBucketResult><IsTruncated>false</IsTruncated>${entry('%41&amp;&#x27;&#39;')}</ListBucketResult>`,
    ];
    const asked: (string | null)[] = [];
    server.intercept = ({ url = '' }) => {
      asked.push(new URL(url, 'http://s3').searchParams.get('continuation-token'));
      return pages.shift();
    };
    const found: StoredObject[] = [];
    for await (const each of openStore('s3://logs/place', server.env).list()) found.push(each);
    expect(found.map(({ key }) => key)).toEqual(['a& b+<é', "%41&''"]);
    expect(found[0]).toMatchObject({ size: 7, tag: '"e1"', modifiedMs: Date.UTC(2026, 0, 2, 3, 4, 5) });
    expect(asked).toEqual([null, 'a+b/c=&']);
  });

  it.each([
    ['wrong credentials', { AWS_SECRET_ACCESS_KEY: 'hunter2hunter2' }, /credentials are wrong.*AWS_SECRET_ACCESS_KEY/],
    [
      'nobody at the address',
      { AWS_ENDPOINT_URL: 'http://me:hunter2hunter2@127.0.0.1:9' },
      /127\.0\.0\.1:9 cannot be reached|no address/,
    ],
  ])('says what to do about %s, and no secret', async (_, more, message) => {
    const store = open(more);
    const error = await joinBytes(store.read('a')).catch((each: unknown) => each as Error);
    expect(String(error)).toMatch(message);
    expect(`${error}${(error as Error).stack}${JSON.stringify(error)}`).not.toContain('hunter2');
  });

  it('names what is not set, or what is wrong with an address', () => {
    const { AWS_ACCESS_KEY_ID: _, ...keyless } = server.env;
    expect(() => openStore('s3://logs', keyless)).toThrow(/AWS_ACCESS_KEY_ID is not set. Set/);
    expect(() => openStore('s3://logs', { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' })).toThrow(
      /AWS_REGION is not set/,
    );
    for (const wrong of ['s3:logs', 's3://', 's3://key:hunter2@logs', 's3://logs/a/../b']) {
      expect(() => openStore(wrong, server.env)).toThrow(/is written s3:\/\/bucket\/prefix|cannot be the key/);
      expect(() => openStore(wrong, server.env)).not.toThrow(/hunter2/);
    }
  });
});

describe('withLease', () => {
  let place: string;
  beforeEach(() => {
    place = server.place();
  });
  const open = () => openStore(place, server.env);

  it('lets one run at a time work', async () => {
    let inside = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inside -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withLease(open(), 'lock', work, { silentMs: 2000 })));
  });

  it('takes over from a run that has gone silent, which then learns of it', async () => {
    const says: string[] = [];
    const frozen = withLease(
      open(),
      'lock',
      async (beat) => {
        await store.put('lock', () => [Buffer.from('{"of":"another host"}')]);
        await withLease(open(), 'lock', async () => undefined, { silentMs: 300, say: (line) => says.push(line) });
        await new Promise((resolve) => setTimeout(resolve, 300));
        beat();
      },
      { silentMs: 300 },
    );
    const store = open();
    await expect(frozen).rejects.toThrow(/lock was lost while this run wrote/);
  });

  it('refuses a server that ignores conditions', async () => {
    const plain = await startS3Server({ conditions: false });
    try {
      const store = openStore('s3://logs/x', plain.env);
      await expect(withLease(store, 'lock', async () => undefined)).rejects.toThrow(/ignores conditions of writes/);
      expect(await store.stat('lock')).toBeUndefined();
    } finally {
      await plain.close();
    }
  });
});
