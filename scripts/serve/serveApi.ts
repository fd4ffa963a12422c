import * as z from 'zod';
import { type SessionQuery, sessionSorts } from '../../src/session/index.ts';
import { type PassageKind, passageKinds } from '../etl/catalogue/contract.ts';

/** Milliseconds since 1970. */
const moment = z.coerce.number().int().min(-8.64e15).max(8.64e15);

const texts = z.array(z.string().max(4096)).max(100).optional();

/** What a list or a search asks for, as the query of an address: a field with several values stands there several times. */
const asked = z.strictObject({
  text: z.string().max(1000).optional(),
  format: texts,
  outcome: texts,
  model: texts,
  /** Working folders; the empty text stands for sessions without one. */
  project: texts,
  from: moment.optional(),
  before: moment.optional(),
  after: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  sort: z.enum(sessionSorts).optional(),
});

export interface AskedPage {
  query: SessionQuery;
  options: Pick<z.infer<typeof asked>, 'after' | 'limit' | 'sort'>;
}

const lists: ReadonlySet<string> = new Set(['format', 'outcome', 'model', 'project']);

/** Reads the query of an address. Throws a `RangeError` whose message says what is wrong with which field. */
export function readAsked(parameters: URLSearchParams): AskedPage {
  const fields = [...new Set(parameters.keys())].map((name) => {
    const values = parameters.getAll(name);
    return [name, lists.has(name) ? values : values.at(-1)];
  });
  const read = asked.safeParse(Object.fromEntries(fields));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new RangeError(`${issue?.path.join('.') || 'The query'}: ${issue?.message ?? 'not understood'}.`);
  }
  const { after, limit, sort, ...query } = read.data;
  return { query, options: { after, limit, sort } };
}

const sessionRow = z.looseObject({
  session_id: z.string(),
  task_title: z.string(),
  status: z.string(),
  outcome: z.string().optional(),
  created_at: z.string().optional(),
  total_duration_ms: z.number().optional(),
  model_id: z.string(),
  tool_calls_count: z.number(),
  source_format: z.string(),
  project: z.string().optional(),
  /** Only the beginning of its log was read: its calls are not counted, and only its title is searched. */
  unread: z.literal(true).optional(),
});

const total = z.object({ n: z.number(), exact: z.boolean() });
const counts = z.array(z.object({ value: z.string(), n: z.number() }));

const modelUsage = z.looseObject({ model: z.string() });
const part = z.object({
  value: z.string(),
  sessions: z.number(),
  activeMs: z.number(),
  tokens: z.number(),
  /** In millionths of a US dollar. */
  statedCost: z.number(),
  unstated: z.array(z.object({ sessions: z.number(), usages: z.array(modelUsage) })),
});
const field = z.object({ parts: z.array(part), others: z.number() });

const matchingLine = z.object({
  kind: z.enum(passageKinds as readonly [PassageKind, ...PassageKind[]]),
  item: z.string(),
  at: z.number().optional(),
  text: z.string(),
  ranges: z.array(z.tuple([z.number(), z.number()])),
});

const state = {
  sessions: z.number(),
  unread: z.number(),
  reading: z.boolean(),
  live: z.array(z.string()),
  gone: z.array(z.string()),
};

/** Answers of the server, by name. Anything but 200 comes with a `problem`. */
export const serveAnswers = {
  /** `api/sessions` */
  Page: z.object({ sessions: z.array(sessionRow), next: z.string().optional(), total }),
  /** `api/facets` */
  Facets: z.object({ format: counts, outcome: counts, model: counts, project: counts, month: counts }),
  /** `api/sums` */
  Sums: z.object({
    exact: z.boolean(),
    all: part,
    time: z.array(part),
    undated: z.number(),
    ...{ format: field, model: field, project: field },
    failing: z.array(z.object({ tool: z.string(), n: z.number() })),
    longest: z.array(z.object({ entry: sessionRow, tool: z.string(), ms: z.number() })),
    failedCalls: z.number(),
    failedSessions: z.number(),
  }),
  /** `api/search` */
  SearchPage: z.object({
    hits: z.array(z.object({ session: sessionRow, lines: z.array(matchingLine) })),
    next: z.string().optional(),
    total,
    /** `titles` where this Node has no SQLite. */
    searches: z.enum(['everything', 'titles']),
  }),
  /** `api/prices`: none where the server was started without. */
  Prices: z.object({ prices: z.looseObject({ currency: z.string(), date: z.string() }).optional() }),
  /** `api/session/ID`: `id` is another one where its log turned out to hold other sessions than its beginning said. */
  Opened: z.object({
    id: z.string(),
    live: z.boolean(),
    /** Whether an abridged copy lies beside the session. */
    abridged: z.boolean(),
  }),
  /** Lines of `api/events`, a stream of server-sent events. */
  Event: z.discriminatedUnion('is', [
    z.object({ is: z.literal('list') }),
    z.object({ is: z.literal('session'), id: z.string() }),
    z.object({ is: z.literal('state'), ...state }),
    z.object({ is: z.literal('trouble'), message: z.string(), code: z.literal('log-shrunk').optional() }),
  ]),
  Problem: z.object({
    /** For programs. */
    code: z.enum([
      'bad-query',
      'no-such-session',
      'log-gone',
      'not-converted',
      'disk-full',
      'no-permission',
      'too-large',
      'bad-notes',
      'no-such-address',
      'failed',
    ]),
    /** For people: what happened, and what to do. */
    problem: z.string(),
  }),
};

export type Problem = z.infer<typeof serveAnswers.Problem>;
