import type { Session, SessionEvent, ToolCall } from '../../session/index.ts';
import { checkSession, parseSession, sessionSchema, sessionV30Schema } from '../../session/index.ts';
import { errorText } from '../../session/text/errorText.ts';
import { serializeSession, toSession } from '../assemble/assembledSession.ts';
import type { Adapter, Sample, Source, SourceFile } from '../contract.ts';
import type { Conversion } from '../convertSource.ts';
import { convertSource } from '../convertSource.ts';
import { adapterFault } from '../defineAdapter.ts';
import { type ClaimedFile, groupSources } from '../groupSources.ts';
import { createSample, SAMPLE_BYTES } from '../read/createSample.ts';
import { createRandom, damageFile } from './damageFile.ts';
import { foreignSamples } from './foreignSamples.ts';

/**
 * What a cut leaves of a primary file: whole records and a torn one (`records`); readable lines and an open end (`text`); one record that
 * is read as far as it goes (`page`); pieces in any order, with a report of what is missing (`pieces`: a database, one of many small
 * files); or nothing readable (`document`).
 */
export type Cut = 'records' | 'text' | 'page' | 'pieces' | 'document';

/** A log to test an adapter with: its name relative to the folder of the samples, `/`-separated, and its contents. */
export interface ConformanceSample {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Options of {@link conformanceCases}. */
export interface ConformanceOptions {
  /** Logs of the format, covering every shape and version: small ones written for the test, true to the format. At least one. */
  readonly samples: readonly ConformanceSample[];
  /** What is left of a truncated main file; by file name if the format has several kinds. Default: `records`. */
  readonly cut?: Cut | ((name: string) => Cut);
  /** Number of damaged variants of each run that are converted, too. Default: 50. */
  readonly variants?: number;
}

/** A requirement for every adapter. `check` throws an error that says what failed, and where. */
export interface ConformanceCase {
  readonly title: string;
  readonly check: () => Promise<void>;
}

/** The functions of a test runner: those of Vitest, Jest, Bun, `node:test` and others. */
export interface TestRunner {
  describe(name: string, define: () => void): unknown;
  it(name: string, check: () => Promise<void>): unknown;
}

/**
 * Registers the conformance suite of an adapter with a test runner: a case each, below the name of the format.
 *
 * @example describeConformance(myFormat, { samples }, { describe, it });
 */
export function describeConformance(adapter: Adapter, options: ConformanceOptions, { describe, it }: TestRunner): void {
  describe(`conformance of ${adapter.descriptor.id}`, () => {
    for (const { title, check } of conformanceCases(adapter, options)) it(title, check);
  });
}

/** The conformance suite of an adapter, as a list of cases, for other kinds of runners. */
export function conformanceCases(
  adapter: Adapter,
  { samples, cut = 'records', variants = 50 }: ConformanceOptions,
): ConformanceCase[] {
  const files = samples.map(({ name, content }) => fileOf(name, content));
  const claimed: ClaimedFile<TestFile>[] = [];
  const unclaimed: string[] = [];
  for (const file of files) {
    const detection = adapter.detect(sampleOf(file));
    if (detection.grade === 'no') unclaimed.push(`${file.name} (${detection.because})`);
    else claimed.push({ file, adapter, role: detection.role });
  }
  const groups = groupSources(claimed);
  const all = (): Promise<Conversion[]> => Promise.all(groups.map((group) => convert(adapter, group)));
  return [
    {
      title: 'is an adapter of this contract',
      check: async () => check(adapterFault(adapter) === undefined, () => adapterFault(adapter) ?? ''),
    },
    {
      title: 'knows its samples',
      async check() {
        check(groups.length > 0, () => 'There is no sample of a run: give at least one.');
        check(unclaimed.length === 0, () => `detect does not claim its own samples: ${unclaimed.join('; ')}.`);
      },
    },
    { title: 'leaves the logs of other formats alone', check: async () => leavesOthers(adapter, files) },
    { title: 'shows what its descriptor promises', check: async () => keepsPromises(adapter, await all()) },
    ...groups.flatMap((group) => {
      const name = group.files[0]?.name ?? '';
      const kind = typeof cut === 'string' ? cut : cut(name);
      const cases = [
        ...groupCases(adapter, group, kind),
        { title: 'goes by the log alone', check: () => goesByTheLog(adapter, group) },
        { title: `bears ${variants} damaged variants`, check: () => survivesDamage(adapter, group, variants) },
      ];
      return cases.map((each) => ({ ...each, title: `${name}: ${each.title}` }));
    }),
  ];
}

/** The requirements for every run of any adapter. */
export function groupCases(adapter: Adapter, group: Source, cut: Cut): ConformanceCase[] {
  return [
    { title: 'is a valid session of both versions, and whole', check: () => isValid(adapter, group) },
    { title: 'accounts for every record', check: () => addsUp(adapter, group) },
    { title: 'is the same under another name', check: () => isSameRenamed(adapter, group) },
    { title: 'is the same however it is chunked', check: () => isSameChunked(adapter, group) },
    { title: 'keeps what stands before a cut', check: () => keepsPrefix(adapter, group, cut) },
    { title: 'is the same after writing and reading', check: () => isSameReadBack(adapter, group) },
  ];
}

async function isValid(adapter: Adapter, group: Source): Promise<void> {
  const { sessions } = await convert(adapter, group);
  for (const { session } of sessions) checkWhole(toSession(session));
}

function checkWhole(session: Session): void {
  for (const schema of [sessionV30Schema, sessionSchema]) {
    const [issue] = schema.safeParse(session).error?.issues ?? [];
    check(
      issue === undefined,
      () => `The session does not fit the schema at /${issue?.path.join('/')}: ${issue?.message}`,
    );
  }
  const [error] = checkSession(session).filter(({ severity }) => severity === 'error');
  check(
    error === undefined,
    () => `The session is not whole: ${error?.message} (${error?.at?.pointer ?? error?.code})`,
  );
}

async function addsUp(adapter: Adapter, group: Source): Promise<void> {
  let items = 0;
  for await (const batch of adapter.parse(group, { report: () => undefined })) items += batch.length;
  const { account } = await convert(adapter, group);
  const ignored = Object.values(account.ignored).reduce((sum, count) => sum + count, 0);
  const sum = account.converted + account.unknown + ignored + account.dropped;
  check(sum === account.records, () => `Of ${account.records} records ${sum} are accounted for.`);
  check(items === account.records, () => `parse gives ${items} records, of which ${account.records} were converted.`);
  const undeclared = Object.keys(account.ignored).find((reason) => !Object.hasOwn(adapter.descriptor.ignores, reason));
  check(
    undeclared === undefined,
    () => `Records are ignored as "${undeclared}": the descriptor does not declare that.`,
  );
}

async function isSameRenamed(adapter: Adapter, group: Source): Promise<void> {
  const files = group.files.map((file) => ({ ...file, name: `elsewhere/${file.name}` }));
  same(
    comparable(await convert(adapter, { ...group, files })),
    comparable(await convert(adapter, group)),
    'in another folder',
  );
}

async function isSameChunked(adapter: Adapter, group: Source): Promise<void> {
  const whole = comparable(await convert(adapter, group));
  for (const size of [1, 13, 1000]) {
    const files = await Promise.all(group.files.map(async (file) => fileOf(file.name, await bytesOf(file), size)));
    same(comparable(await convert(adapter, { ...group, files })), whole, `in chunks of ${size} bytes`);
  }
}

async function isSameReadBack(adapter: Adapter, group: Source): Promise<void> {
  const { sessions } = await convert(adapter, group);
  for (const { session } of sessions) {
    const json: unknown = JSON.parse([...serializeSession(session)].join(''));
    same(json, toSession(session), 'as JSON');
    same(parseSession(json).session, json, 'read back');
  }
}

const CUTS = 40;

async function keepsPrefix(adapter: Adapter, group: Source, cut: Cut): Promise<void> {
  const [primary, ...parts] = group.files;
  if (primary === undefined) return;
  const bytes = await bytesOf(primary);
  const whole = await convert(adapter, group);
  const wholeItems = itemsById(whole);
  for (let step = 1; step < CUTS; step += 1) {
    const end = Math.floor((bytes.length * step) / CUTS);
    const files = [fileOf(primary.name, bytes.subarray(0, end)), ...parts];
    const conversion = await convert(adapter, { ...group, files });
    const where = `cut at byte ${end}`;
    const codes = [...conversion.diagnostics, ...conversion.sessions.flatMap(({ diagnostics }) => diagnostics)].map(
      ({ code }) => code,
    );
    if (cut === 'page') {
      const { records } = conversion.account;
      check(records === whole.account.records, () => `${where}: ${records} records of ${whole.account.records}.`);
      continue;
    }
    if (cut === 'pieces') {
      const lost = wholeItems.size - itemsById(conversion).size;
      check(lost <= 0 || codes.length > 0, () => `${where}: ${lost} items are missing, and nothing says so.`);
      continue;
    }
    if (cut === 'document') {
      check(conversion.sessions.length === 0, () => `${where}: half a document became a session.`);
      check(codes.includes('invalid-json'), () => `${where}: nothing says invalid-json.`);
      continue;
    }
    const lastBreak = bytes.lastIndexOf(10, end - 1) + 1;
    const begun = new TextDecoder().decode(bytes.subarray(lastBreak, end)).trim() !== '';
    const torn = begun && bytes[end] !== 10 && bytes[end] !== 13;
    if (cut === 'records' && torn) check(codes.includes('torn-record'), () => `${where}: nothing says torn-record.`);
    checkPrefix(itemsById(conversion), wholeItems, lastBreak, where);
  }
}

type Items = Map<string, ToolCall | SessionEvent>;

function itemsById({ sessions }: Conversion): Items {
  const items: Items = new Map();
  for (const [index, { session }] of sessions.entries()) {
    const { tool_calls, events } = toSession(session);
    for (const call of tool_calls) items.set(`${index}/${call.call_id}`, call);
    for (const event of events) items.set(`${index}/${event.event_id}`, event);
  }
  return items;
}

/** Every item completely before the cut equals that of the whole file, except for what later records add to it. */
function checkPrefix(items: Items, whole: Items, lastBreak: number, where: string): void {
  for (const [id, item] of items) {
    const ref = item.source_ref;
    if (ref === undefined || ref.source !== 0 || ref.byte_offset + ref.byte_length > lastBreak) continue;
    const known = whole.get(id);
    check(known !== undefined, () => `${where}: item ${id} is not in the whole session.`);
    if (known !== undefined) same(begunOf(item), begunOf(known), `${where}, item ${id}`);
  }
}

/** The parts of an item that later records do not change. */
function begunOf(item: ToolCall | SessionEvent): unknown {
  if (!('call_id' in item && 'tool_name' in item)) {
    return { ...item, branch: undefined, ...(item.type === 'usage' ? { usage: undefined } : {}) };
  }
  const { call_id, tool_name, tool_category, input, seq, source_ref } = item as ToolCall;
  return { call_id, tool_name, tool_category, input, seq, source_ref };
}

function leavesOthers(adapter: Adapter, own: readonly TestFile[]): void {
  const { id } = adapter.descriptor;
  const others = foreignSamples.filter(({ format }) => format !== id);
  for (const { format, name, text } of others) {
    const detection = adapter.detect(sampleOf(fileOf(name, text)));
    check(
      detection.grade === 'no',
      () => `detect claims a log of ${format} (${detection.because}): look for what only ${id} has.`,
    );
  }
  for (const file of own.slice(0, 20)) {
    const detection = adapter.detect({ ...sampleOf(file), name: 'log' });
    if (detection.grade === 'no') continue;
    check(detection.because.trim() !== '', () => `detect claims ${file.name} and does not say why.`);
  }
}

function keepsPromises({ descriptor }: Adapter, conversions: readonly Conversion[]): void {
  const sessions = conversions.flatMap((each) => each.sessions.map(({ session }) => toSession(session)));
  const runs = sessions.flatMap((session) => [session, ...session.sub_sessions]);
  const events = runs.flatMap((run) => run.events);
  const calls = runs.flatMap((run) => run.tool_calls);
  const shown = {
    thinking: events.some(({ type }) => type === 'thinking'),
    tokens: events.some(({ type }) => type === 'usage') || sessions.some(({ usage }) => usage !== undefined),
    subagents: sessions.some(({ sub_sessions }) => sub_sessions.length > 0),
    outcomes: calls.some(({ outcome }) => outcome !== undefined && outcome !== 'unknown'),
  };
  for (const name of ['thinking', 'tokens', 'subagents', 'outcomes'] as const) {
    const promised = descriptor.capabilities[name];
    const remedy = promised ? 'give a sample that has some, or say false' : 'say true';
    check(
      promised === shown[name],
      () => `capabilities.${name} is ${promised}, the samples show ${shown[name]}: ${remedy}.`,
    );
  }
}

/** Both results are the same, and pure functions use neither the clock nor randomness. */
async function goesByTheLog(adapter: Adapter, group: Source): Promise<void> {
  const watched: Adapter = {
    ...adapter,
    createConverter(assembly, outline) {
      const converter = withoutClockOrRandom(() => adapter.createConverter(assembly, outline));
      return {
        record: (value, ref) => withoutClockOrRandom(() => converter.record(value, ref)),
        end: () => withoutClockOrRandom(() => converter.end()),
      };
    },
  };
  same(comparable(await convert(watched, group)), comparable(await convert(adapter, group)), 'converted twice');
}

/** Replaces `Date.now` and `Math.random` by functions that throw; nothing else runs meanwhile. */
function withoutClockOrRandom<Result>(work: () => Result): Result {
  const [now, random] = [Date.now, Math.random];
  const refuse = (name: string) => () => {
    throw new Error(`The adapter calls ${name}(): what becomes of a log may depend on nothing but the log.`);
  };
  Date.now = refuse('Date.now');
  Math.random = refuse('Math.random');
  try {
    return work();
  } finally {
    Date.now = now;
    Math.random = random;
  }
}

/** Damaged logs must become a session or none, and never throw. */
async function survivesDamage(adapter: Adapter, group: Source, variants: number): Promise<void> {
  const whole = await Promise.all(group.files.map(bytesOf));
  for (let seed = 1; seed <= variants; seed += 1) {
    const random = createRandom(seed);
    const chosen = random.below(whole.length);
    const damaged = whole.map((bytes, index) => (index === chosen ? damageFile(bytes, random) : bytes));
    const files = damaged.map((bytes, index) => fileOf(group.files[index]?.name ?? '', bytes));
    try {
      for (const file of files) adapter.detect(sampleOf(file));
      const { sessions } = await convert(adapter, { ...group, files });
      for (const { session } of sessions) checkWhole(toSession(session));
    } catch (error) {
      const text = new TextDecoder().decode(damaged[chosen]).slice(0, 600);
      const message = errorText(error);
      throw new Error(`Damaged variant ${seed} of ${group.files[chosen]?.name}: ${message}\nIt begins:\n${text}`, {
        cause: error,
      });
    }
  }
}

function convert(adapter: Adapter, source: Source): Promise<Conversion> {
  let count = 0;
  return convertSource(adapter, source, { nameSession: () => `session-${++count}` });
}

/** Sessions and contents without anything that depends only on the file's name. */
function comparable(conversion: Conversion): unknown {
  return conversion.sessions.map(({ session, contents }) => {
    const { provenance, ...rest } = toSession(session);
    const title = rest.inferred?.includes('task_title') ? {} : { task_title: rest.task_title };
    const { account, diagnostics } = provenance ?? {};
    return { ...rest, task_title: undefined, ...title, account, diagnostics, contents };
  });
}

function check(holds: boolean, fault: () => string): void {
  if (!holds) throw new Error(fault());
}

/** Throws if two values differ, and says where first. */
function same(actual: unknown, expected: unknown, when: string): void {
  const difference = differenceOf(actual, expected, '');
  check(difference === undefined, () => `Not the same ${when}: ${difference}.`);
}

function differenceOf(actual: unknown, expected: unknown, path: string): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (!isHolder(actual) || !isHolder(expected) || Array.isArray(actual) !== Array.isArray(expected)) {
    return `${path || '/'} is ${shown(actual)}, expected is ${shown(expected)}`;
  }
  for (const key of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
    const difference = differenceOf(actual[key], expected[key], `${path}/${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, 200);

type TestFile = SourceFile & { readonly content: Uint8Array };

/** A file held in memory, whose chunks share one buffer, so that each becomes invalid when the next is requested. */
function fileOf(name: string, content: string | Uint8Array, chunkBytes = SAMPLE_BYTES): TestFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    content: bytes,
    async *bytes() {
      const buffer = new Uint8Array(Math.min(chunkBytes, bytes.length));
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes);
        buffer.set(chunk);
        yield buffer.subarray(0, chunk.length);
        buffer.fill(0);
      }
    },
  };
}

function sampleOf({ name, content }: TestFile): Sample {
  return createSample(name, content.subarray(0, SAMPLE_BYTES), content.length > SAMPLE_BYTES);
}

async function bytesOf(file: SourceFile): Promise<Uint8Array> {
  const chunks: number[] = [];
  for await (const chunk of file.bytes()) for (const byte of chunk) chunks.push(byte);
  return Uint8Array.from(chunks);
}
