import { filesTouched } from '../facts/callFiles.ts';
import { filledText, isJsonObject, isSize, isStringList, type JsonObject, objectsOf } from '../json/values.ts';
import { phasesCover } from '../phases/coverCalls.ts';
import type { Outcome } from '../schema/itemParts.ts';
import { session as sessionSchema, subSession } from '../schema/std001v31.ts';
import { toIso, toMillis } from '../toMillis.ts';
import { annotationTable, normaliseAnnotations } from './annotations.ts';
import { callTable, normaliseCalls, readOutcome } from './calls.ts';
import { normaliseEvents, numberItems, withPromptMessage } from './items.ts';
import { openFieldReader, type Report } from './leftovers.ts';
import { momentOf, normalise, numberedId, type Rule, type Scope, type Table, withoutUnknownFields } from './walk.ts';

interface SessionContext {
  /** Id of a session that has none. */
  fallbackId: string;
  /** Start of a session that states none, ISO 8601. */
  startedAt: string | undefined;
}

const filesRule: Rule<SessionContext> = {
  read: readPaths,
  infer: ({ owner, path }) => filesTouched(objectsOf(owner.tool_calls))[path.at(-1) as 'files_created'],
};

const sessionTable: Table<SessionContext> = {
  schema: sessionSchema,
  last: ['phase_annotations', 'phases'],
  order: [
    'schema_version',
    'session_id',
    'task_title',
    'user_prompt',
    'created_at',
    'completed_at',
    'status',
    'outcome',
    'agent',
    'tool_calls',
    'events',
    'sub_sessions',
    'phase_annotations',
    'phases',
    'summary',
  ],
  rules: {
    schema_version: { read: readVersion },
    session_id: { infer: ({ context }) => context.fallbackId },
    created_at: { infer: startOfSession },
    user_prompt: { infer: ({ raw }) => filledText(raw.task_description) ?? filledText(raw.task_title) ?? '' },
    tool_calls: {
      list: (calls, { owner, reader }) => normaliseCalls(calls, { owner: reader, startedAt: owner.created_at }),
    },
    events: { list: (events) => normaliseEvents(events) },
    sub_sessions: { list: normaliseSubSessions },
    completed_at: { infer: ({ raw, owner }) => toIso(lastMoment(raw.summary, owner)) },
    status: { infer: ({ raw }) => (momentOf(raw.completed_at) === undefined ? 'in_progress' : 'success') },
    phases: { read: readPhases },
    phase_annotations: {
      list: (annotations, { owner, reader }) => {
        const { completed_at: endedAt } = owner;
        const all = normaliseAnnotations(annotations, { owner: reader, callIds: callIdsOf(owner), endedAt });
        return all.length === 0 ? undefined : all;
      },
    },
    task_title: { infer: ({ owner }) => firstLine(String(owner.user_prompt)) ?? owner.session_id },
    outcome: { read: readRunOutcome },
    agent: { fields: { model_id: { infer: 'unknown' } } },
    summary: {
      read: readSummary,
      fields: {
        total_duration_ms: {
          infer: ({ owner }) => Math.max(0, millisOf(owner.completed_at) - millisOf(owner.created_at)),
        },
        tool_calls_count: { infer: ({ owner }) => callIdsOf(owner).length },
        files_created: filesRule,
        files_modified: filesRule,
      },
    },
  },
};

interface SubSessionContext {
  session: JsonObject;
  /** Start times of the session's own calls, by id. */
  callStarts: ReadonlyMap<unknown, unknown>;
}

const subSessionTable: Table<SubSessionContext> = {
  schema: subSession,
  last: ['agent', 'task', 'completed_at'],
  rules: {
    sub_session_id: { infer: ({ index }) => numberedId('sub', index) },
    parent_session_id: { infer: ({ context }) => context.session.session_id },
    started_at: { infer: startOfSubSession },
    completed_at: {},
    tool_calls: {
      list: (calls, { owner, reader }) =>
        normaliseCalls(calls, { owner: reader, startedAt: owner.started_at, idPrefix: idPrefixOf(owner) }),
    },
    events: { list: (events, { owner }) => normaliseEvents(events, idPrefixOf(owner)) },
    status: { infer: ({ raw }) => (raw.completed_at === undefined ? 'in_progress' : 'success') },
    agent: { text: 'agent_type' },
    task: { text: 'description' },
    outcome: { read: readRunOutcome },
  },
};

/** A session with every field that v3.0 and 3.1 require; missing ones are inferred and marked as such. */
export function normaliseSession(raw: JsonObject, context: SessionContext, report: Report): JsonObject {
  const reader = openFieldReader(raw, [], report);
  const fields = normalise(raw, sessionTable, { context, reader, index: 0 });
  const stated = itemsOf(fields);
  const ordered = numberItems(stated);
  const leftovers = reader.fields();
  const items = withPromptMessage(ordered, {
    prompt: leftovers.inferred?.includes('user_prompt') === true ? '' : String(fields.user_prompt),
    at: String(fields.created_at),
    numbered: ordered.calls === stated.calls,
  });
  return { ...fields, tool_calls: items.calls, events: items.events, ...leftovers };
}

function normaliseSubSessions(subs: readonly unknown[], { owner, reader }: Scope<SessionContext>): JsonObject[] {
  const calls = objectsOf(owner.tool_calls);
  // An id that stands twice means its first call.
  const callStarts = new Map(calls.toReversed().map(({ call_id, started_at }) => [call_id, started_at]));
  return subs.flatMap((raw, index): JsonObject[] => {
    if (isJsonObject(raw)) return [normaliseSubSession(raw, index, { session: owner, callStarts }, reader.report)];
    reader.mismatch(['sub_sessions', index], raw, 'a sub-session');
    return [];
  });
}

function normaliseSubSession(raw: JsonObject, index: number, context: SubSessionContext, report: Report): JsonObject {
  const reader = openFieldReader(raw, ['sub_sessions', index], report);
  const fields = normalise(raw, subSessionTable, { context, reader, index });
  const { calls, events } = numberItems(itemsOf(fields));
  return { ...fields, tool_calls: calls, events, ...reader.fields() };
}

/** Moves what 3.1 has no field for to `extensions.std001` of the session, call, annotation or sub-session that holds it. */
export function moveUnknownFields(session: JsonObject): JsonObject {
  const calls = (list: unknown) => objectsOf(list).map((call) => withoutUnknownFields(call, callTable));
  const { phase_annotations } = session;
  const annotations = objectsOf(phase_annotations).map((each) => withoutUnknownFields(each, annotationTable));
  return {
    ...withoutUnknownFields(session, sessionTable),
    tool_calls: calls(session.tool_calls),
    sub_sessions: objectsOf(session.sub_sessions).map((sub) => ({
      ...withoutUnknownFields(sub, subSessionTable),
      tool_calls: calls(sub.tool_calls),
    })),
    ...(phase_annotations === undefined ? {} : { phase_annotations: annotations }),
  };
}

/** Prefix of the ids that a sub-session's calls and events get. */
function idPrefixOf({ sub_session_id }: JsonObject): string {
  return `${String(sub_session_id)}-`;
}

function itemsOf({ tool_calls, events }: JsonObject): { calls: JsonObject[]; events: JsonObject[] } {
  return { calls: objectsOf(tool_calls), events: objectsOf(events) };
}

function callIdsOf({ tool_calls }: JsonObject): string[] {
  return objectsOf(tool_calls).map(({ call_id }) => String(call_id));
}

function readVersion(value: unknown, { path, reader }: Scope<SessionContext>): '3.1' {
  if (value !== '3.1') reader.replaced(path, value, '3.1');
  return '3.1';
}

/** Phases that leave out a call would hide it from readers of v2, which show only calls in phases. */
function readPhases(phases: unknown, { owner, path, reader }: Scope<SessionContext>): unknown {
  const isEmpty = Array.isArray(phases) ? phases.length === 0 : phases === undefined;
  if (isEmpty) return undefined;
  if (phasesCover(phases, callIdsOf(owner))) return phases;
  reader.keep(path, phases);
  return undefined;
}

/** A summary in prose goes to the leftovers: the summary that v3.0 requires is computed. */
function readSummary(value: unknown, { path, reader }: Scope<SessionContext>): unknown {
  if (typeof value !== 'string') return value;
  reader.keep(path, value);
  return {};
}

/** Some files list objects with a path and more: the paths count, the rest goes to the leftovers. */
function readPaths(value: unknown, { path, reader }: Scope<SessionContext>): unknown {
  if (!Array.isArray(value) || isStringList(value)) return value;
  const paths = value.map((each) => (isJsonObject(each) ? filledText(each.path) : filledText(each)));
  if (!isStringList(paths)) return value;
  reader.keep(path, value);
  return paths;
}

/** Words for a failed run that are more specific than "failed". */
const finerOutcomes: ReadonlyMap<unknown, Outcome> = new Map([
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['aborted', 'cancelled'],
  ['interrupted', 'interrupted'],
  ['denied', 'denied'],
]);

/** The outcome that a run states; else the one of its status, or of another word in its place if that is more specific. */
function readRunOutcome<Context>(stated: unknown, scope: Scope<Context>): Outcome {
  const { status } = scope.owner;
  if (status === 'failed') return readOutcome(stated, finerOutcomes.get(scope.raw.status) ?? 'failed', scope);
  return readOutcome(stated, status === 'success' ? 'succeeded' : 'unknown', scope);
}

/**
 * Start of a session that states none: its first timed call, else the start of the day that its id begins with, else the caller's value,
 * else 1970.
 */
function startOfSession({ raw, owner, context: { startedAt } }: Scope<SessionContext>): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(owner.session_id))?.[0];
  return toIso(firstCallMs(raw) ?? toMillis(day) ?? toMillis(startedAt) ?? 0);
}

/** Start of a run that states none: the call that started it, else its own first timed call. */
function startOfSubSession({ raw, context: { session, callStarts } }: Scope<SubSessionContext>): string {
  const started = filledText(callStarts.get(filledText(raw.triggered_by_call_id)));
  return toIso(toMillis(started) ?? firstCallMs(raw) ?? millisOf(session.created_at));
}

/** Start of the first timed call of a run, in milliseconds since 1970. */
function firstCallMs({ tool_calls }: JsonObject): number | undefined {
  for (const { started_at } of objectsOf(tool_calls)) {
    const ms = typeof started_at === 'string' || typeof started_at === 'number' ? toMillis(started_at) : undefined;
    if (ms !== undefined) return ms;
  }
  return undefined;
}

/** End of a session that states none: its latest time, in milliseconds since 1970. */
function lastMoment(summary: unknown, { created_at, tool_calls, events, sub_sessions }: JsonObject): number {
  const stated = isJsonObject(summary) ? summary.total_duration_ms : undefined;
  const subs = objectsOf(sub_sessions);
  const times = [
    ...objectsOf(tool_calls).map(({ ended_at }) => ended_at),
    ...objectsOf(events).map(({ at }) => at),
    ...subs.flatMap((sub) => [sub.completed_at, ...objectsOf(sub.tool_calls).map(({ ended_at }) => ended_at)]),
  ];
  const last = millisOf(created_at) + (isSize(stated) ? stated : 0);
  return times.reduce<number>((latest, time) => Math.max(latest, millisOf(time, latest)), last);
}

/** A time in milliseconds since 1970; the fallback where it is none. */
function millisOf(time: unknown, fallback = 0): number {
  return (typeof time === 'string' ? toMillis(time) : undefined) ?? fallback;
}

/** Longest title made from a prompt, in characters. */
const MAX_TITLE_LENGTH = 80;

/** The first line of a text that is not blank, at most 80 characters; undefined where there is none. */
function firstLine(text: string): string | undefined {
  const line = text
    .split(/[\n\r]/)
    .find((each) => each.trim() !== '')
    ?.trim();
  if (line === undefined || line.length <= MAX_TITLE_LENGTH) return line;
  const cut = line.slice(0, MAX_TITLE_LENGTH - 1);
  // Does not split a surrogate pair.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
