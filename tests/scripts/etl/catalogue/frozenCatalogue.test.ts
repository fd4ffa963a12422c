import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openConnection } from '../../../../scripts/etl/catalogue/sqliteConnection.ts';

const disk = vi.hoisted(() => ({ isReadOnly: false }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const accessSync: typeof fs.accessSync = (path, mode) => {
    if (disk.isReadOnly) throw Object.assign(new Error('EROFS: injected'), { code: 'EROFS' });
    fs.accessSync(path, mode);
  };
  return { ...fs, accessSync };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frozen #1% '));
  disk.isReadOnly = false;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The files of a folder while its catalogue is being read. */
async function filesWhileRead(path: string): Promise<readonly string[]> {
  const { db, close } = await openConnection({ path, readOnly: true });
  try {
    expect(db.all('SELECT * FROM wish')).toEqual([]);
    return readdirSync(folder).sort();
  } finally {
    close();
  }
}

it('makes no file beside a catalogue on a disk that cannot be written to', async () => {
  const path = join(folder, 'catalogue.db');
  (await openConnection({ path })).close();
  expect(await filesWhileRead(path)).toEqual(['catalogue.db', 'catalogue.db-shm', 'catalogue.db-wal']);
  disk.isReadOnly = true;
  rmSync(`${path}-shm`, { force: true });
  rmSync(`${path}-wal`, { force: true });
  expect(await filesWhileRead(path)).toEqual(['catalogue.db']);
});

it('reads what a run has written and not yet moved into the catalogue', async () => {
  const path = join(folder, 'catalogue.db');
  const writer = await openConnection({ path });
  disk.isReadOnly = true;
  expect(await filesWhileRead(path)).toEqual(['catalogue.db', 'catalogue.db-shm', 'catalogue.db-wal']);
  writer.close();
});
