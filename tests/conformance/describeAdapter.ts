import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Adapter,
  type Conversion,
  convertSource,
  type SourceGroup,
  serializeSession,
  toSession,
} from '../../src/adapters/index.ts';
import {
  checkSession,
  parseSession,
  type Session,
  type SessionEvent,
  sessionSchema,
  sessionV30Schema,
  type ToolCall,
} from '../../src/session/index.ts';
import { loadGroups } from '../helpers/loadGroups.ts';
import { bytesOf, fileOf } from '../helpers/sourceFiles.ts';
import { summarizeConversion } from './summarizeConversion.ts';

const root = join(import.meta.dirname, '../..');

/**
 * What a cut leaves of a primary file: whole records and a torn one (`records`), readable lines and an open end
 * (`text`), one record that is read as far as it goes (`page`), or nothing that could be read (`document`).
 */
type Cut = 'records' | 'text' | 'page' | 'document';

interface Options {
  /** By the name of the file where the format has several kinds of primary files. */
  cut: Cut | ((name: string) => Cut);
  /** Adapters of the runs that logs of this format point to. */
  pointedTo?: readonly Adapter[];
}

/** Runs the conformance suite over every sample and fixture of an adapter. */
export async function describeAdapter(adapter: Adapter, options: Options): Promise<void> {
  const { id } = adapter.descriptor;
  const folders = [`data/sources/${id}`, `tests/fixtures/${id}`];
  const groups = (await loadGroups([adapter, ...(options.pointedTo ?? [])], root, folders)).filter(
    (group) => group.adapter === adapter,
  );
  describe(`conformance of ${id}`, () => {
    it('has samples', () => expect(groups.length).toBeGreaterThan(0));
    for (const group of groups) describe(group.files[0]?.name ?? '', () => conformGroup(adapter, group, options));
  });
}

function conformGroup(adapter: Adapter, group: SourceGroup, options: Options): void {
  const { files } = group;
  const [primary] = files;
  if (primary === undefined) return;

  it('gives the expected summary', async () => {
    const summary = summarizeConversion(await convert(group));
    const name = primary.name.replaceAll('/', '__');
    await expect(`${JSON.stringify(summary, null, 2)}\n`).toMatchFileSnapshot(
      join(root, 'tests/conformance/summaries', `${name}.json`),
    );
  });

  it('is a valid session of both versions, and whole', async () => {
    for (const session of sessionsOf(await convert(group))) {
      expect(sessionV30Schema.safeParse(session).error).toBeUndefined();
      expect(sessionSchema.safeParse(session).error).toBeUndefined();
      expect(checkSession(session).filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  it('accounts for every record', async () => {
    let items = 0;
    const reported = { report: () => undefined };
    for await (const batch of adapter.parse(group, reported)) items += batch.length;
    const { account } = await convert(group);
    const ignored = Object.values(account.ignored).reduce((sum, count) => sum + count, 0);
    expect(account.converted + account.unknown + ignored + account.dropped).toBe(account.records);
    expect(account.records).toBe(items);
    expect(Object.keys(adapter.descriptor.ignores)).toEqual(expect.arrayContaining(Object.keys(account.ignored)));
  });

  it('is the same under another name', async () => {
    const renamed = files.map((file) => ({ ...file, name: `elsewhere/${file.name}` }));
    expect(comparable(await convert({ ...group, files: renamed }))).toEqual(comparable(await convert(group)));
  });

  it('is the same however it is chunked', async () => {
    const whole = comparable(await convert(group));
    for (const size of [1, 13, 1000]) {
      const chunked = await Promise.all(files.map(async (file) => fileOf(file.name, await bytesOf(file), size)));
      expect(comparable(await convert({ ...group, files: chunked }))).toEqual(whole);
    }
  });

  it('keeps what stands before a cut', () => cutAnywhere(group, options));

  it('is the same after writing and reading', async () => {
    const conversion = await convert(group);
    for (const { session } of conversion.sessions) {
      const json: unknown = JSON.parse([...serializeSession(session)].join(''));
      expect(json).toEqual(toSession(session));
      expect(parseSession(json).session).toEqual(json);
    }
  });
}

function convert({ adapter, ...source }: SourceGroup): Promise<Conversion> {
  let count = 0;
  return convertSource(adapter, source, { nameSession: () => `session-${++count}` });
}

function sessionsOf({ sessions }: Conversion): Session[] {
  return sessions.map(({ session }) => toSession(session));
}

/** Sessions and contents without what the file's name alone tells. */
function comparable(conversion: Conversion): unknown {
  return conversion.sessions.map(({ session, contents }) => {
    const { provenance, ...rest } = toSession(session);
    const title = rest.inferred?.includes('task_title') ? {} : { task_title: rest.task_title };
    const { account, diagnostics } = provenance ?? {};
    return { ...rest, task_title: undefined, ...title, account, diagnostics, contents };
  });
}

const CUTS = 40;

async function cutAnywhere(group: SourceGroup, options: Options): Promise<void> {
  const [primary, ...parts] = group.files;
  if (primary === undefined) return;
  const cut = typeof options.cut === 'string' ? options.cut : options.cut(primary.name);
  const bytes = await bytesOf(primary);
  const whole = await convert(group);
  const wholeItems = itemsById(whole);
  for (let step = 1; step < CUTS; step += 1) {
    const end = Math.floor((bytes.length * step) / CUTS);
    const conversion = await convert({ ...group, files: [fileOf(primary.name, bytes.subarray(0, end)), ...parts] });
    const codes = [...conversion.diagnostics, ...conversion.sessions.flatMap(({ diagnostics }) => diagnostics)].map(
      ({ code }) => code,
    );
    if (cut === 'page') {
      expect(conversion.account.records).toBe(whole.account.records);
      continue;
    }
    if (cut === 'document') {
      expect(conversion.sessions).toEqual([]);
      expect(codes).toContain('invalid-json');
      continue;
    }
    const lastBreak = bytes.lastIndexOf(10, end - 1) + 1;
    const begun = new TextDecoder().decode(bytes.subarray(lastBreak, end)).trim() !== '';
    const torn = begun && bytes[end] !== 10 && bytes[end] !== 13;
    if (cut === 'records' && torn) expect(codes, `cut at byte ${end}`).toContain('torn-record');
    expectPrefix(itemsById(conversion), wholeItems, lastBreak);
  }
}

type Items = Map<string, ToolCall | SessionEvent>;

function itemsById(conversion: Conversion): Items {
  const items: Items = new Map();
  for (const [index, session] of sessionsOf(conversion).entries()) {
    for (const call of session.tool_calls) items.set(`${index}/${call.call_id}`, call);
    for (const event of session.events) items.set(`${index}/${event.event_id}`, event);
  }
  return items;
}

/** Every item that lies wholly before the cut is the one of the whole file, but for what later records add to it. */
function expectPrefix(items: Items, whole: Items, lastBreak: number): void {
  for (const [id, item] of items) {
    const ref = item.source_ref;
    if (ref === undefined || ref.source !== 0 || ref.byte_offset + ref.byte_length > lastBreak) continue;
    const same = whole.get(id);
    expect(same, id).toBeDefined();
    if (same === undefined) continue;
    if ('call_id' in item && 'tool_name' in item && 'tool_name' in same) {
      expect(startOf(item as ToolCall), id).toEqual(startOf(same as ToolCall));
    } else {
      expect({ ...item, branch: undefined }, id).toEqual({ ...same, branch: undefined });
    }
  }
}

function startOf({ call_id, tool_name, tool_category, input, seq, source_ref }: ToolCall): unknown {
  return { call_id, tool_name, tool_category, input, seq, source_ref };
}
