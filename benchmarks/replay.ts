// Measures the replay logic on a session of 100,000 calls and prints each time beside floors of the same run: the ratios
// hold across machines, the milliseconds do not. Run: node benchmarks/replay.ts [calls]
import { noMasking } from '../src/components/masking/masking.ts';
import {
  checklistAt,
  contextAt,
  countsAt,
  createFold,
  createManualClock,
  createReplay,
  createSearchTexts,
  filesAt,
  indexSession,
  markersOf,
  noFilters,
  type ProfileDimension,
  parseQuery,
  phaseBlocks,
  positionAt,
  profileDimensions,
  profileOf,
  rowsOf,
  runningCalls,
  type SessionIndex,
  searchSteps,
  sessionMs,
  tokensAt,
  visibleItems,
  workdirAt,
} from '../src/replay/index.ts';
import { finish } from '../src/replay/slices.ts';
import type { Session } from '../src/session/index.ts';
import { bigSession } from './bigSession.ts';

const calls = Number(process.argv[2] ?? 100_000);
const REPEATS = 7;

/** Median milliseconds of a run, after one to warm up. */
function measure(run: () => unknown): number {
  run();
  const times = Array.from({ length: REPEATS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[REPEATS >> 1] ?? 0;
}

/** Milliseconds of a first run, as a reader waits for it: nothing is compiled or cached. */
function measureFirst<Result>(run: () => Result): { ms: number; result: Result } {
  const start = performance.now();
  const result = run();
  return { ms: performance.now() - start, result };
}

const rows: { what: string; ms: string; 'of floor': string }[] = [];
function report(what: string, ms: number, floorMs?: number): number {
  rows.push({
    what,
    ms: ms.toFixed(ms < 1 ? 4 : 1),
    'of floor': floorMs === undefined ? '' : (ms / floorMs).toFixed(2),
  });
  return ms;
}

const json = JSON.stringify(bigSession(calls));
const parsedFirst = measureFirst(() => JSON.parse(json) as Session);
const session = parsedFirst.result;
const indexedFirst = measureFirst(() => indexSession(session));
const texts = createSearchTexts(indexedFirst.result, { ...noMasking, plain: (text) => text });
const needle = parseQuery('needle');
const textsFirst = measureFirst(() => finish(searchSteps(texts, needle)));
console.log(`${calls} calls, ${session.events.length} events, ${(json.length / 1e6).toFixed(1)} MB`);

// Floors
const parse = report(
  'floor: JSON.parse of the session',
  measure(() => JSON.parse(json)),
);
const map = report(
  'floor: Map of id to call',
  measure(() => new Map(session.tool_calls.map((call) => [call.call_id, call]))),
);
report(
  'floor: Date.parse of two times a call',
  measure(() =>
    session.tool_calls.reduce((sum, call) => sum + Date.parse(call.started_at) + Date.parse(call.ended_at), 0),
  ),
);

// Building
report('first run: JSON.parse', parsedFirst.ms);
report('first run: indexSession', indexedFirst.ms, parsedFirst.ms);
report('first run: a query, with the texts made', textsFirst.ms, parsedFirst.ms);
report(
  'indexSession',
  measure(() => indexSession(session)),
  parse,
);
report(
  'indexSession, of the Map floor',
  measure(() => indexSession(session)),
  map,
);
const index = indexSession(session);
const scan = report(
  'floor: one pass over the items',
  measure(() => index.items.reduce((n, item) => n + item.depth, 0)),
);
report(
  'visibleItems, kinds hidden',
  measure(() => visibleItems(index, { ...noFilters, hidden: ['usage'] })),
  scan,
);
report(
  'a query, its texts ready',
  measure(() => finish(searchSteps(texts, needle))),
  scan,
);
report(
  'rowsOf, all folded',
  measure(() => rowsOf(index, { ...noFilters }, new Set())),
  scan,
);
report(
  'phaseBlocks',
  measure(() => phaseBlocks({ ...index })),
  scan,
);
report(
  'markersOf',
  measure(() => markersOf({ ...index })),
  scan,
);

// Where time and tokens went, beside a plain loop over the same calls, in turn; CPU time, as other programs may run
function cpuOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
function addUpPlainly({ landmarks, items, starts, ends }: SessionIndex): Map<string, { calls: number; ms: number }> {
  const sums = new Map<string, { calls: number; ms: number }>();
  for (const at of landmarks.call) {
    const item = items[at];
    if (item?.is !== 'call') continue;
    const sum = sums.get(item.call.tool_name) ?? { calls: 0, ms: 0 };
    sum.calls += 1;
    sum.ms += (ends[at] ?? 0) - (starts[at] ?? 0);
    sums.set(item.call.tool_name, sum);
  }
  return sums;
}
const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
function measureProfile(by: ProfileDimension): void {
  const firsts: number[] = [];
  const sums: number[] = [];
  const plain: number[] = [];
  for (let n = 0; n < REPEATS; n += 1) {
    const fresh = indexSession(session);
    firsts.push(cpuOf(() => profileOf(fresh, { by })));
    sums.push(cpuOf(() => profileOf(fresh, { by })));
    plain.push(cpuOf(() => addUpPlainly(fresh)));
  }
  report(`profile by ${by}, first, with the facts of each call`, median(firsts), median(plain));
  report(`profile by ${by}, added up`, median(sums), median(plain));
}
for (const by of profileDimensions) measureProfile(by);

// Asking at a position: random seeks, forward and back
const positions = Array.from({ length: 1000 }, (_, i) =>
  positionAt(index, sessionMs((((i * 7919) % 1000) / 1000) * index.axes.full.duration)),
);
function perSeek(ask: (index: SessionIndex, position: (typeof positions)[number]) => unknown): number {
  return measure(() => positions.map((position) => ask(index, position))) / positions.length;
}
report('runningCalls, a seek', perSeek(runningCalls));
report('countsAt, a seek', perSeek(countsAt));
report('tokensAt, a seek', perSeek(tokensAt));
report('contextAt, a seek', perSeek(contextAt));
report('workdirAt, a seek', perSeek(workdirAt));
report('checklistAt, a seek', perSeek(checklistAt));
report('filesAt, a seek', perSeek(filesAt));

// The best distance of checkpoints: building all of them, then a seek
const reducer = {
  initial: { calls: 0, tokens: 0 },
  reduce: (state: { calls: number; tokens: number }, item: SessionIndex['items'][number]) =>
    item.is === 'call' ? { ...state, calls: state.calls + 1 } : state,
};
for (const every of [8, 32, 64, 128, 256, 512, 2048]) {
  const built = measure(() => createFold(index, reducer, { every }).at(index.items.length - 1));
  const fold = createFold(index, reducer, { every });
  fold.at(index.items.length - 1);
  const seek = perSeek((_, { item }) => fold.at(item));
  report(`checkpoints every ${every}: build`, built, scan);
  report(`checkpoints every ${every}: a seek`, seek);
}

// Playing
const clock = createManualClock();
const replay = createReplay(session, { clock, rate: 32 });
let changes = 0;
replay.subscribe(() => {
  changes += 1;
});
replay.play();
const began = performance.now();
clock.advance(60_000);
report(`playing a minute at rate 32, ${changes} wake-ups`, performance.now() - began);
report(
  'replay.position(), as each frame asks',
  measure(() => replay.position()),
);
console.table(rows);
