import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { type Adapter, adapters } from '../../../src/adapters/index.ts';
import type { Collected, FileFacts, FoundFile } from '../collected.ts';
import { isKey, joinBytes, type Store, type StoredObject } from './contract.ts';
import { openStore, parseAddress } from './openStore.ts';

/** Maximum bytes of an object beside a log that are read to find out which run it belongs to. */
const HEAD_BYTES = 64 * 1024;

/** Folders that hold many files but no logs. */
const skipped = /(?:^|\/)(node_modules|\.git)\//;

interface CollectOptions {
  /** Outside adapters, which may recognise the files of a log's run, too. */
  outside?: readonly Adapter[] | undefined;
  /** Address of the sessions: what lies below it is no source. */
  out?: string | undefined;
}

/**
 * Finds the objects at addresses such as `s3://bucket/folder` or `s3://bucket/folder/run.jsonl`, as `collectFiles` finds files. A log that
 * is named by itself brings the files of its run. Rejects with a `StoreError` where a bucket cannot be listed.
 */
export async function collectObjects(addresses: readonly string[], options: CollectOptions = {}): Promise<Collected> {
  const collected: Collected = { files: [], passed: [], refused: [] };
  const seen = new Set<string>();
  for (const address of addresses) {
    const { bucket, prefix } = parseAddress(address);
    const store = openStore(`s3://${bucket}`);
    const named = prefix === '' || address.endsWith('/') ? undefined : await store.stat(prefix);
    const before = collected.files.length;
    if (named !== undefined) {
      const root = posix.dirname(prefix) === '.' ? '' : posix.dirname(prefix);
      const add = createAdd(store, root, seen, collected, options);
      add(named, true);
      for (const found of await companionsOf(store, prefix, options)) add(found, false);
      continue;
    }
    const add = createAdd(store, prefix, seen, collected, options);
    for await (const found of store.list(prefix === '' ? '' : `${prefix}/`)) add(found, false);
    if (collected.files.length === before && collected.passed.length + collected.refused.length === 0)
      collected.refused.push({
        path: address,
        code: 'not-found',
        message: 'There is no such object, and nothing below it.',
      });
  }
  collected.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return collected;
}

function createAdd(store: Store, root: string, seen: Set<string>, collected: Collected, { out }: CollectOptions) {
  return (found: StoredObject, named: boolean): void => {
    const path = `${store.address}/${found.key}`;
    if (seen.has(path)) return;
    seen.add(path);
    const folder = skipped.exec(found.key)?.[1];
    if (!isKey(found.key))
      collected.refused.push({
        path,
        code: 'bad-name',
        message: 'Its key has parts that are no names, so that it cannot be read.',
      });
    else if (out !== undefined && path.startsWith(`${out}/`)) {
      const because = 'The output folder, from which nothing is read.';
      if (!collected.passed.some((each) => each.path === out)) collected.passed.push({ path: out, because });
    } else if (folder !== undefined && !named)
      collected.passed.push({ path, because: `Folders named ${folder} hold no logs.` });
    else collected.files.push(storedFile(factsOf(store, root, found, named)));
  };
}

function factsOf(store: Store, root: string, { key, size, tag, modifiedMs }: StoredObject, named: boolean): FileFacts {
  const address = root === '' ? store.address : `${store.address}/${root}`;
  return { path: `${store.address}/${key}`, root: address, size, modifiedMs, changedMs: numberOf(tag), named };
}

/** A number of 48 bits that differs where the tag does. */
function numberOf(tag: string): number {
  return createHash('sha256').update(tag).digest().readUIntBE(0, 6);
}

/** The files of a log's run, for every format: the name of the log alone determines where they would lie. */
async function companionsOf(store: Store, key: string, { outside = [] }: CollectOptions): Promise<StoredObject[]> {
  const folder = posix.dirname(key) === '.' ? '' : `${posix.dirname(key)}/`;
  const found: StoredObject[] = [];
  for (const { companions } of [...adapters, ...outside]) {
    const beside = companions?.(posix.basename(key));
    for (const name of beside?.folders ?? [])
      if (isKey(name)) for await (const each of store.list(`${folder}${name}/`)) found.push(each);
    if (beside?.files === undefined) continue;
    const { begin, end, mention } = beside.files;
    for await (const each of store.list(`${folder}${begin}`)) {
      const isSibling = each.key.endsWith(end) && !each.key.slice(folder.length).includes('/') && isKey(each.key);
      if (isSibling && String(await readHead(store, each.key)).includes(mention)) found.push(each);
    }
  }
  return found;
}

function readHead(store: Store, key: string): Promise<Buffer> {
  return joinBytes(store.read(key, { start: 0, length: HEAD_BYTES }));
}

/** A file that is an object of a bucket; the bucket is opened again, because facts are sent to other threads. */
export function storedFile(facts: FileFacts): FoundFile {
  const { path, root } = facts;
  const { bucket, prefix: key } = parseAddress(path);
  let store: Store | undefined;
  const open = (): Store => {
    store ??= openStore(`s3://${bucket}`);
    return store;
  };
  return {
    ...facts,
    name: path.slice(root.length + 1),
    bytes: () => open().read(key),
    range: (start, length) => joinBytes(open().read(key, { start, length })),
  };
}

/** Whether an object still is what was found. */
export async function isStillStored({ path, size, changedMs }: FileFacts): Promise<boolean> {
  const { bucket, prefix } = parseAddress(path);
  const now = await openStore(`s3://${bucket}`).stat(prefix);
  return now?.size === size && numberOf(now.tag) === changedMs;
}
