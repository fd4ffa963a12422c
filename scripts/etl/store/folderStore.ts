import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { makeFolder } from '../makeFolder.ts';
import { openStaging } from '../stagingFolder.ts';
import { withLock } from '../withLock.ts';
import { assertKey, type ByteRange, isKey, type Store, type StoredObject, StoreError } from './contract.ts';

/** Where objects lie until they are whole, and the lock of writers that set conditions; no key begins with it. */
const INSIDE = '.store';

const CHUNK_BYTES = 1024 * 1024;

/** A store in a folder, which is created if missing. Links are not followed. */
export function openFolderStore(folder: string): Store {
  const pathOf = (key: string): string => {
    assertKey(key, folder);
    if (key === INSIDE || key.startsWith(`${INSIDE}/`))
      throw new StoreError(`${folder}: keys must not begin with ${INSIDE}. Rename it.`);
    return join(folder, ...key.split('/'));
  };
  const look = async (key: string): Promise<StoredObject | undefined> => lookAt(pathOf(key), key);

  /** Puts a whole file under its key; false where the condition does not hold. */
  const give = async (
    temporary: string,
    key: string,
    only: 'absent' | { tag: string } | undefined,
  ): Promise<boolean> => {
    const path = pathOf(key);
    makeFolder(dirname(path));
    if (only === undefined) await rename(temporary, path);
    else if (only === 'absent') return linkNew(temporary, path);
    else {
      return withLock(join(folder, INSIDE, 'lock'), async () => {
        if ((await look(key))?.tag !== only.tag) return false;
        await rename(temporary, path);
        return true;
      });
    }
    return true;
  };

  const read = async function* (key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const file = await openRegular(pathOf(key), `${folder}/${key}`);
    try {
      const { start = 0, length = Number.POSITIVE_INFINITY } = range ?? {};
      for (let at = start; at < start + length; ) {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, start + length - at));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield chunk.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  };

  return {
    address: folder,
    async *list(prefix = '') {
      for await (const found of walk(folder, '')) if (found.key.startsWith(prefix)) yield found;
    },
    stat: look,
    read,
    async put(key, bytes, { only, beat } = {}) {
      pathOf(key);
      makeFolder(join(folder, INSIDE));
      const staging = openStaging(join(folder, INSIDE));
      const temporary = join(staging.path, 'object');
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          for await (const chunk of bytes()) {
            beat?.();
            await file.writeFile(chunk);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        if (!(await give(temporary, key, only))) return undefined;
      } finally {
        staging.remove();
      }
      // The second name that a link had is gone by now: that, too, changes the tag.
      return (await look(key))?.tag;
    },
    async hash(key) {
      if ((await look(key)) === undefined) return undefined;
      const hash = createHash('sha256');
      for await (const chunk of read(key)) hash.update(chunk);
      return hash.digest('hex');
    },
    async remove(keys) {
      for (const key of keys) {
        const path = pathOf(key);
        if ((await lookAt(path, key)) !== undefined) await rm(path, { force: true });
        await removeEmpty(dirname(path), folder);
      }
    },
  };
}

async function lookAt(path: string, key: string): Promise<StoredObject | undefined> {
  try {
    const stats = await lstat(path, { bigint: true });
    if (!stats.isFile()) return undefined;
    const tag = `${stats.ino}-${stats.size}-${stats.mtimeNs}-${stats.ctimeNs}`;
    return { key, size: Number(stats.size), tag, modifiedMs: Number(stats.mtimeMs) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* walk(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  let entries: Awaited<ReturnType<typeof readNames>>;
  try {
    entries = await readNames(folder);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const entry of entries) {
    const key = `${prefix}${entry.name}`;
    if (key === INSIDE) continue;
    if (entry.isDirectory()) yield* walk(join(folder, entry.name), `${key}/`);
    else if (entry.isFile() && isKey(key)) {
      const found = await lookAt(join(folder, entry.name), key);
      if (found !== undefined) yield found;
    }
  }
}

const readNames = (folder: string) => readdir(folder, { withFileTypes: true });

async function openRegular(path: string, address: string): Promise<FileHandle> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    if (!isMissing(error) && (error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
  }
  throw new StoreError(`${address}: there is no such object.`);
}

/** A hard link fails where the name is taken, in one step. */
async function linkNew(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let at = folder; at.startsWith(`${root}${sep}`); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
