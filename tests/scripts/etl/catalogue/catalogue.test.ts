import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJsonCatalogue } from '../../../../scripts/etl/catalogue/jsonCatalogue.ts';
import { openCatalogue } from '../../../../scripts/etl/catalogue/openCatalogue.ts';
import { openSqliteCatalogue } from '../../../../scripts/etl/catalogue/sqliteCatalogue.ts';
import { sumsOfSessions } from '../../../../src/session/list/sessionSums.ts';
import { type CataloguePlace, catalogued, describeCatalogue, draft } from '../../../helpers/describeCatalogue.ts';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'catalogue-'));
  mkdirSync(join(out, 'index'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

async function placeIn(open: (out: string, fingerprint: string) => ReturnType<CataloguePlace['open']>) {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
  mkdirSync(join(folder, 'index'));
  return {
    open: (fingerprint: string) => open(folder, fingerprint),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

describeCatalogue('in SQLite', () =>
  placeIn((folder, fingerprint) => openCatalogue({ out: folder, project: '/project', fingerprint, check: false })),
);

describeCatalogue('in JSON', () =>
  placeIn(async (folder, fingerprint) =>
    openJsonCatalogue({ out: folder, project: '/project', fingerprint, check: false }),
  ),
);

const open = (check = false) => openCatalogue({ out, project: '/project', fingerprint: 'one', check });
const database = () => join(out, 'index/catalogue.db');

function entriesOf(count: number) {
  return Array.from(
    { length: count },
    (_, at) => catalogued(`2026-02-01-${String(at + 1).padStart(4, '0')}-known`).row,
  );
}

function writeIndex(name: string, sessions: readonly object[], more = {}) {
  writeFileSync(join(out, 'index', name), JSON.stringify({ version: 1, sessions, ...more }, null, 1));
}

describe('openCatalogue in a folder of an older kit', () => {
  it('takes it over once, with all names, promised ones included', async () => {
    writeIndex('private.json', entriesOf(1200));
    writeIndex('pending.json', [catalogued('2026-02-01-2000-promised', draft('promised')).row]);
    writeFileSync(join(out, 'index/state.json'), '{}');
    const catalogue = await open();
    expect((await catalogue.page({})).total).toEqual({ n: 1200, exact: true });
    expect(await catalogue.promised()).toEqual(['2026-02-01-2000-promised']);
    expect([...(await catalogue.reserve([draft('promised'), draft('new')])).values()]).toEqual([
      { id: '2026-02-01-2000-promised' },
      { id: '2026-02-01-2001-about-new' },
    ]);
    await catalogue.close();
    writeIndex('private.json', []);
    const again = await open();
    expect((await again.page({})).total.n).toBe(1200);
    await again.close();
  });

  it('adds the sums to a catalogue that has none, and leaves out times of clocks that were never set', async () => {
    const unset = { ...catalogued('1970-01-01-001-unset').row, created_at: '1970-01-01T00:00:00.000Z' };
    const rows = [...entriesOf(3), unset];
    const catalogue = await open();
    await catalogue.commit({ sessions: rows.map((row) => ({ row })) });
    await catalogue.close();
    const db = new DatabaseSync(database());
    db.exec(`DROP TABLE rollup; DROP TABLE rollup_model; DROP TABLE rollup_tool; DROP INDEX session_waited;
      UPDATE session SET at = 0, month = 1970 * 12 WHERE at IS NULL; UPDATE tally SET month = 1970 * 12 WHERE month < 0;
      PRAGMA user_version = 1`);
    db.close();
    const expected = sumsOfSessions(rows);
    const reader = await open(true);
    expect(await reader.sums({})).toEqual(expected);
    await reader.close();
    const again = await open();
    expect(await again.sums({})).toEqual(expected);
    expect((await again.facets({})).month).toEqual([{ value: '2026-02', n: 3 }]);
    expect(expected).toMatchObject({ undated: 1, all: { sessions: 4 } });
    await again.close();
  });

  it('starts over where taking over was interrupted', async () => {
    writeIndex('private.json', entriesOf(3));
    const half = await openSqliteCatalogue({ path: database(), project: '/project', fingerprint: 'one' });
    await half.commit({ sessions: [{ row: entriesOf(1)[0] as never }] });
    await half.close();
    const catalogue = await open();
    expect((await catalogue.page({})).total.n).toBe(3);
    await catalogue.close();
  });
});

it('follows what git changes in the index of the samples', async () => {
  const [first, second] = entriesOf(2);
  writeIndex('sessions.json', [first as object]);
  const before = await open();
  expect((await before.page({})).sessions).toEqual([first]);
  await before.close();
  writeIndex('sessions.json', [second as object]);
  const after = await open();
  expect((await after.page({})).sessions).toEqual([second]);
  await after.close();
});

it('stops where the catalogue is gone and the JSON beside it names only the newest sessions', async () => {
  const catalogue = await open();
  await catalogue.commit({ sessions: entriesOf(1001).map((row) => ({ row })) });
  await catalogue.writeIndex();
  await catalogue.close();
  rmSync(database());
  await expect(open()).rejects.toThrow(/catalogue\.db is gone.*Restore it/);
});

it('reads but writes nothing where it only checks', async () => {
  const catalogue = await open();
  await catalogue.commit({ sessions: [{ row: entriesOf(1)[0] as never }] });
  await catalogue.close();
  const checking = await open(true);
  const names = await checking.reserve([draft('new')]);
  expect([...names.values()]).toEqual([{ id: '2026-02-01-002-about-new' }]);
  await checking.commit({ sessions: [catalogued('2026-02-01-002-about-new')] });
  expect([...(await checking.reserve([draft('next')])).values()]).toEqual([{ id: '2026-02-01-003-about-next' }]);
  await checking.close();
  const after = await open();
  expect((await after.page({})).total.n).toBe(1);
  expect(await after.promised()).toEqual([]);
  await after.close();
});

describe('a catalogue reports what to do, and stops,', () => {
  it('if its file is damaged', async () => {
    writeFileSync(
      database(),
      'this is no database at all, but a text that is long enough to be taken for one'.repeat(20),
    );
    await expect(open()).rejects.toThrow(/catalogue\.db: the catalogue is damaged.*Restore it from a copy/);
  });

  it('if its file is a database of another program, or of a newer kit', async () => {
    const other = new DatabaseSync(database());
    other.exec('CREATE TABLE mine(x); PRAGMA user_version = 7');
    await expect(open()).rejects.toThrow(/is no catalogue of sessions. Move it away/);
    other.exec(`PRAGMA application_id = ${0x41524b43}`);
    await expect(open()).rejects.toThrow(/newer kit/);
    other.close();
  });

  it('if the disk is full: what was noted before holds, and all is noted once there is room', async () => {
    await (await open()).close();
    const full = await openSqliteCatalogue({
      path: database(),
      project: '/project',
      fingerprint: 'one',
      mostPages: 80,
    });
    const sessions = entriesOf(3000).map((row) => ({ row }));
    await full.commit({ sessions: sessions.slice(0, 10) });
    await expect(full.commit({ sessions: sessions.slice(10) })).rejects.toThrow(/the disk is full. Nothing is lost/);
    expect((await full.page({})).total).toEqual({ n: 10, exact: true });
    expect((await full.facets({})).model).toEqual([{ value: 'opus', n: 10 }]);
    await full.close();
    const catalogue = await open();
    await catalogue.commit({ sessions: sessions.slice(10) });
    expect((await catalogue.facets({})).model).toEqual([{ value: 'opus', n: 3000 }]);
    await catalogue.close();
  });
});
