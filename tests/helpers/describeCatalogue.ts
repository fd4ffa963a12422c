import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue, CataloguedSession, DoneSource } from '../../scripts/etl/catalogue/contract.ts';
import type { DetectedFile } from '../../scripts/etl/etlState.ts';
import { sourceKey, type UnnamedSession } from '../../scripts/etl/sessionIndex.ts';
import { type SessionQuery, sessionSorts } from '../../src/session/list/sessionSource.ts';
import { sessionsInMemory } from '../../src/session/list/sessionsInMemory.ts';

/** A place where catalogues can be opened again and again; each opening sees what was committed before. */
export interface CataloguePlace {
  open(fingerprint: string): Promise<Catalogue>;
  remove(): Promise<void>;
}

const day = '2026-02-01';

export function draft(source: string, more: Partial<UnnamedSession> = {}): UnnamedSession {
  return { source, key: 'main', created_at: `${day}T10:00:00.000Z`, task_title: `About ${source}`, ...more };
}

/** A session as it is committed. */
export function catalogued(id: string, more: Partial<CataloguedSession['row']> = {}): CataloguedSession {
  const row = {
    session_id: id,
    task_title: `Title of ${id}`,
    status: 'success',
    created_at: `${day}T10:00:00.000Z`,
    total_duration_ms: 0,
    model_id: 'opus',
    tool_calls_count: 1,
    source_format: 'planner',
    source: `/logs/${id}.jsonl`,
    key: 'main',
    ...more,
  };
  return { row };
}

const file: DetectedFile = { size: 1, modifiedMs: 2, changedMs: 3, refusals: { planner: 'no' }, nearest: 'planner' };

const done = (version: string): DoneSource => ({
  format: 'planner',
  files: [{ path: '/logs/a.jsonl', size: 1, modifiedMs: 2, changedMs: 3, sha256: 'x' }],
  outputs: [{ id: `${day}-001-a`, look: 'y' }],
  figures: {
    account: { records: 1, converted: 1, unknown: 0, ignored: {}, dropped: 0 },
    sessions: 1,
    masked: {},
    losses: {},
  },
  version,
});

/** Tests the contract of a catalogue; every implementation runs it. */
export function describeCatalogue(name: string, makePlace: () => Promise<CataloguePlace>): void {
  describe(name, () => {
    let place: CataloguePlace;
    let catalogue: Catalogue;
    beforeEach(async () => {
      place = await makePlace();
      catalogue = await place.open('one');
    });
    afterEach(async () => {
      await catalogue.close();
      await place.remove();
    });
    const reopen = async (fingerprint = 'one'): Promise<void> => {
      await catalogue.close();
      catalogue = await place.open(fingerprint);
    };

    it('returns what was detected and done, only under the same fingerprint', async () => {
      const state = done('v1');
      await catalogue.commit({
        detected: new Map([['/logs/a.jsonl', file]]),
        sources: new Map([['/logs/a.jsonl', state]]),
      });
      await reopen();
      const paths = ['/logs/a.jsonl', '/logs/other.jsonl'];
      const { version: _, ...noted } = state;
      expect([...(await catalogue.detected(paths))]).toEqual([['/logs/a.jsonl', file]]);
      expect([...(await catalogue.done(paths))]).toEqual([['/logs/a.jsonl', noted]]);
      await reopen('another');
      expect((await catalogue.detected(paths)).size + (await catalogue.done(paths)).size).toBe(0);
      await catalogue.commit({ sources: new Map([['/logs/a.jsonl', undefined]]) });
      expect((await catalogue.done(paths)).size).toBe(0);
    });

    it('keeps a source waiting until the wanted version is committed, whatever came before', async () => {
      await catalogue.want(
        new Map([
          ['/logs/a.jsonl', 'v1'],
          ['/logs/b.jsonl', 'v1'],
        ]),
      );
      await catalogue.want(new Map([['/logs/a.jsonl', 'v2']]));
      await catalogue.commit({ sources: new Map([['/logs/a.jsonl', done('v1')]]) });
      await catalogue.commit({ sources: new Map([['/logs/b.jsonl', undefined]]) });
      await reopen();
      expect(await catalogue.waiting(10)).toEqual(['/logs/a.jsonl', '/logs/b.jsonl']);
      expect(await catalogue.waiting(1)).toEqual(['/logs/a.jsonl']);
      await catalogue.commit({ sources: new Map([['/logs/a.jsonl', done('v2')]]) });
      expect(await catalogue.waiting(10)).toEqual(['/logs/b.jsonl']);
    });

    it('gives permanent names: promised before they are used, numbered after all that are taken', async () => {
      await catalogue.take([`${day}-004-Foreign`]);
      const first = await catalogue.reserve([draft('a'), draft('own', { ownId: `${day}-009-mine` })]);
      expect([...first.values()]).toEqual(
        expect.arrayContaining([{ id: `${day}-010-about-a` }, { id: `${day}-009-mine` }]),
      );
      await reopen();
      expect((await catalogue.promised()).sort()).toEqual([`${day}-009-mine`, `${day}-010-about-a`]);
      expect(await catalogue.reserve([draft('a', { task_title: 'Otherwise' })])).toEqual(
        new Map([[sourceKey(draft('a')), { id: `${day}-010-about-a` }]]),
      );
      await catalogue.commit({ sessions: [catalogued(`${day}-010-about-a`, draft('a'))] });
      await catalogue.release([`${day}-009-mine`, `${day}-010-about-a`]);
      expect(await catalogue.promised()).toEqual([]);
      const next = await catalogue.reserve([draft('a'), draft('c', { ownId: `${day}-010-ABOUT-a` })]);
      expect(next.get(sourceKey(draft('a')))).toEqual({ id: `${day}-010-about-a` });
      expect(next.get(sourceKey(draft('c')))).toEqual({ id: `${day}-011-about-c`, lost: `${day}-010-ABOUT-a` });
    });

    it('replaces, finds and removes sessions', async () => {
      const [a, b] = [catalogued(`${day}-001-a`), catalogued(`${day}-002-b`, { source: '/logs-2/b.jsonl' })];
      await catalogue.commit({ sessions: [a, b], sources: new Map([['/logs/2026-02-01-001-a.jsonl', done('v1')]]) });
      const renamed = { row: { ...a.row, task_title: 'Renamed', created_at: '2026-03-01T00:00:00.000Z' } };
      await catalogue.commit({ sessions: [renamed] });
      expect((await catalogue.page({})).sessions).toEqual([renamed.row, b.row]);
      expect(await catalogue.sessions([`${day}-002-b`, 'nobody', `${day}-001-a`])).toEqual([b.row, renamed.row]);
      expect(await catalogue.below('/logs')).toMatchObject([{ session_id: `${day}-001-a`, source: a.row.source }]);
      await catalogue.remove([`${day}-001-a`]);
      await reopen();
      expect((await catalogue.page({})).sessions).toEqual([b.row]);
      expect((await catalogue.facets({})).month).toEqual([{ value: '2026-02', n: 1 }]);
      expect((await catalogue.done(['/logs/2026-02-01-001-a.jsonl'])).size).toBe(0);
    });

    it('pages, counts and finds titles as a plain list would', { timeout: 60_000 }, async () => {
      const row = fc.record({
        number: fc.nat(200),
        at: fc.option(fc.oneof(fc.integer({ min: -1e9, max: 30 }), fc.integer({ min: -600, max: 30 })), {
          nil: undefined,
        }),
        title: fc.constantFrom(
          'Fix the login',
          'fix handleSubmit',
          '修复登录',
          '登录失败 again',
          'Tide table',
          '',
          'src/a.ts',
        ),
        format: fc.constantFrom('planner', 'pi'),
        outcome: fc.constantFrom('succeeded', 'failed', undefined),
        model: fc.constantFrom('opus', 'gpt', 'unknown', ''),
        project: fc.constantFrom('/work/a', '/work/b', undefined),
        figures: fc.record(
          {
            active_ms: fc.nat(3),
            total_duration_ms: fc.nat(3),
            cost_usd: fc.constantFrom(0, 0.25, 3),
            failed_calls_count: fc.nat(2),
            inner_failed_calls_count: fc.nat(2),
            tokens: fc.nat(9),
            longest_call: fc.record({ tool: fc.constantFrom('Bash', 'Read'), ms: fc.nat(3) }),
            failing_tools: fc.constantFrom([], [{ tool: 'Bash', n: 2 }], [{ tool: '__proto__', n: 1 }]),
            models: fc.constantFrom(
              [{ model: 'opus', input: 3, output: 2 }],
              [{ model: 'opus', input: 1, cache_read: 5 }],
              [
                { model: 'opus', cost_usd: 0.1 },
                { model: 'haiku', total: 7 },
              ],
            ),
          },
          { requiredKeys: [] },
        ),
      });
      const time = fc.option(fc.integer({ min: -2000, max: 40 }), { nil: undefined });
      const query = fc.record({
        text: fc.constantFrom(
          undefined,
          '',
          'fix',
          'fi',
          'submit',
          '登录',
          '录',
          'login fix',
          '"the login"',
          'a.ts',
          'none',
        ),
        format: fc.constantFrom(undefined, [], ['pi'], ['pi', 'planner']),
        outcome: fc.constantFrom(undefined, ['failed'], ['succeeded', 'failed']),
        model: fc.constantFrom(undefined, ['unknown'], ['opus', 'nothing']),
        project: fc.constantFrom(undefined, ['/work/a'], ['/work/b', '/nowhere'], ['']),
        sort: fc.constantFrom(undefined, ...sessionSorts),
        from: time,
        before: time,
      });
      /** Sessions half a day apart: some share a minute, some lie in other months, some have times before any real clock. */
      const moment = (halfDays: number): number => Date.UTC(2026, 1, 1) + halfDays * 43_200_000;
      let number = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 40 }), fc.array(query, { maxLength: 6 }), async (rows, queries) => {
          number += 1;
          const sessions = rows.map(({ at, title, format, outcome, model, project, figures, ...each }, index) => {
            const id = `2026-02-01-${String(each.number).padStart(3, '0')}-s${number}-${index}-é`;
            const start = at === undefined ? undefined : moment(Math.max(at, -200_000_000 / 365));
            return catalogued(id, {
              task_title: title,
              source_format: format,
              model_id: model,
              total_duration_ms: undefined,
              ...figures,
              ...(start === undefined ? { created_at: undefined } : { created_at: new Date(start).toISOString() }),
              ...(outcome === undefined ? { status: 'success' } : { outcome }),
              ...(project === undefined ? {} : { project }),
            });
          });
          const all = sessions.map((session) => session.row);
          const expected = sessionsInMemory(all);
          await catalogue.commit({ sessions });
          try {
            for (const { from, before, sort, ...each } of queries) {
              const asked = {
                ...each,
                ...(from === undefined ? {} : { from: moment(from) }),
                ...(before === undefined ? {} : { before: moment(before) }),
              } as SessionQuery;
              expect(await catalogue.facets(asked)).toEqual(expected.facets(asked));
              expect(await catalogue.sums(asked)).toEqual(expected.sums(asked));
              for (let after: string | undefined, more = true; more; ) {
                const page = await catalogue.page(asked, { after, limit: 7, sort });
                expect(page).toEqual(expected.page(asked, { after, limit: 7, sort }));
                const hits = await catalogue.search(asked, { after, limit: 7, sort });
                expect(hits.hits.map(({ session }) => session)).toEqual(page.sessions);
                after = page.next;
                more = after !== undefined;
              }
            }
          } finally {
            await catalogue.remove(all.map(({ session_id }) => session_id));
          }
        }),
        { numRuns: 30 },
      );
    });

    it('refuses a cursor that it did not write, and stops on a signal', async () => {
      await expect(catalogue.page({}, { after: 'x' })).rejects.toThrow(/no place in a list.*first page/);
      await expect(catalogue.page({}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    });
  });
}
