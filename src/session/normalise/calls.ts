import { diagnose } from '../diagnostics.ts';
import { toolCategory } from '../facts/toolFacts.ts';
import {
  filledText,
  isCount,
  isGiven,
  isJsonObject,
  isSize,
  type JsonObject,
  objectsOf,
  present,
  toPointer,
} from '../json/values.ts';
import { type Outcome, outcome as outcomeSchema } from '../schema/itemParts.ts';
import { toolCall } from '../schema/std001v31.ts';
import { toIso } from '../toMillis.ts';
import { type FieldReader, openFieldReader } from './leftovers.ts';
import { momentOf, normalise, numberedId, type Scope, type Table } from './walk.ts';

/** Context from which a call's missing fields are inferred. */
interface CallContext {
  times: CallTimes;
  /** An id for a call that has none. */
  nextId: () => string;
}

export const callTable: Table<CallContext> = {
  schema: toolCall,
  rules: {
    call_id: {
      infer: ({ raw, context }) => (typeof raw.call_id === 'number' ? String(raw.call_id) : context.nextId()),
    },
    tool_name: { infer: 'unknown' },
    tool_category: { infer: ({ owner }) => toolCategory(String(owner.tool_name)) },
    started_at: { infer: ({ context }) => toIso(context.times.startMs) },
    ended_at: { infer: ({ context }) => toIso(context.times.endMs) },
    duration_ms: { infer: ({ context: { times } }) => Math.max(0, times.endMs - times.startMs) },
    input: { read: readInput, fields: {} },
    output: {
      text: 'result',
      fields: {
        status: { read: readStatus, infer: ({ raw }) => statusOf(guessOutcome(raw)) },
        result: { read: (result) => readResult(result) },
      },
    },
    outcome: { read: (stated, scope) => readOutcome(stated, outcomeOfOutput(scope.raw.output), scope) },
    context_contribution: {
      read: (value) => (typeof value === 'string' ? { type: undefined, summary: value } : value),
      fields: {
        type: { infer: 'knowledge' },
        summary: { infer: ({ raw }) => filledText(raw.reference) ?? filledText(raw.description) ?? '' },
      },
    },
    subagent_info: {
      fields: {
        subagent_type: { infer: ({ owner }) => filledText(paramsOf(owner).subagent_type) ?? 'unknown' },
        tool_uses: { infer: ({ raw }) => sumOf(objectsOf(raw.tools_breakdown)) },
      },
    },
  },
};

/** A list of calls: that of a session or a sub-session. */
interface CallList {
  /** The session or sub-session, which keeps entries that are no calls as leftovers. */
  owner: FieldReader;
  /** Prefix of generated ids: none, or `<sub-session>-`. */
  idPrefix?: string;
  /** Start of the session or sub-session, ISO 8601. */
  startedAt: unknown;
}

/** Normalises every call of a list. */
export function normaliseCalls(calls: readonly unknown[], { owner, startedAt, idPrefix = '' }: CallList): JsonObject[] {
  const clock = createCallClock(momentOf(startedAt) ?? 0);
  const nextId = createIds(calls, idPrefix);
  const path = [...owner.at, 'tool_calls'];
  const normalised = calls.flatMap((raw, index): JsonObject[] => {
    if (!isJsonObject(raw)) {
      owner.mismatch(['tool_calls', index], raw, 'a call');
      return [];
    }
    const reader = openFieldReader(raw, [...path, index], owner.report);
    const context = { times: clock.timesOf(raw), nextId };
    return [Object.assign(normalise(raw, callTable, { context, reader, index }), reader.fields())];
  });
  if (clock.guessed) owner.report(diagnose('time-inferred', { at: { pointer: toPointer(path) } }));
  return normalised;
}

/** Makes ids that no call of the list has. */
function createIds(calls: readonly unknown[], prefix: string): () => string {
  const taken = new Set(calls.map((call) => (isJsonObject(call) ? call.call_id : undefined)));
  let made = 0;
  return () => {
    let id: string;
    do {
      id = numberedId(`${prefix}tool`, made);
      made += 1;
    } while (taken.has(id));
    return id;
  };
}

/** In milliseconds since 1970. */
interface CallTimes {
  startMs: number;
  endMs: number;
}

/** Times calls one after another; a call without a time begins when the one before it ended. */
interface CallClock {
  timesOf(raw: JsonObject): CallTimes;
  /** Whether any call had to be timed that way. */
  readonly guessed: boolean;
}

function createCallClock(startMs: number): CallClock {
  let now = startMs;
  let guessed = false;
  return {
    timesOf({ started_at, ended_at, duration_ms }) {
      const length = isSize(duration_ms) ? duration_ms : 0;
      const start = momentOf(started_at);
      const end = momentOf(ended_at);
      guessed ||= start === undefined && end === undefined;
      const times = { startMs: start ?? (end === undefined ? now : end - length), endMs: 0 };
      times.endMs = end ?? times.startMs + length;
      now = Math.max(now, times.endMs);
      return times;
    },
    get guessed() {
      return guessed;
    },
  };
}

/** The input of a call, with its parameters as an object. */
function readInput(raw: unknown, { reader }: Scope<CallContext>): JsonObject {
  if (isJsonObject(raw) && isJsonObject(raw.params)) return raw;
  reader.infer('input.params');
  if (!isJsonObject(raw)) return { params: isGiven(raw) ? { input: raw } : {} };
  const { params, ...rest } = raw;
  if (isGiven(params)) return { ...rest, params: { params } };
  // Parameters may stand in the input itself.
  const { description, raw_command, ...own } = rest;
  return present({ params: own, description, raw_command });
}

function paramsOf({ input }: JsonObject): JsonObject {
  return isJsonObject(input) && isJsonObject(input.params) ? input.params : {};
}

const outcomeWords: Readonly<Record<Outcome, string>> = {
  succeeded: 'success succeeded completed complete done finished ok passed',
  failed: 'failed failure fail error errored timeout',
  denied: 'denied rejected blocked',
  interrupted: 'interrupted',
  cancelled: 'cancelled canceled aborted skipped',
  unanswered: 'pending running in_progress started',
  unknown: 'unknown partial warning',
};

const outcomes = new Map(
  outcomeSchema.options.flatMap((outcome) => outcomeWords[outcome].split(' ').map((word) => [word, outcome] as const)),
);

/** The outcome that an output's status stands for, else the one that its error implies. */
function outcomeOfOutput(output: unknown): Outcome {
  if (!isJsonObject(output)) return 'unknown';
  const { status } = output;
  return (typeof status === 'string' ? outcomes.get(status.trim().toLowerCase()) : undefined) ?? guessOutcome(output);
}

function guessOutcome({ error }: JsonObject): Outcome {
  return typeof error === 'string' && error !== '' ? 'failed' : 'unknown';
}

/** v3.0's status for an outcome: everything not known to have failed is a success. */
function statusOf(outcome: Outcome): 'success' | 'failed' {
  return outcome === 'succeeded' || outcome === 'unknown' ? 'success' : 'failed';
}

function readStatus(status: unknown, { raw, path, reader }: Scope<CallContext>): unknown {
  if (typeof status !== 'string') return status;
  const written = statusOf(outcomeOfOutput(raw));
  if (status !== written) reader.replaced(path, status, written);
  return written;
}

/** The outcome that a call or a run states itself, else the one that its status stands for. */
export function readOutcome<Context>(stated: unknown, byStatus: Outcome, { path, reader }: Scope<Context>): Outcome {
  if (stated === undefined) return byStatus;
  const known = outcomeSchema.options.find((outcome) => outcome === stated);
  if (known !== undefined) return known;
  if (typeof stated === 'string') reader.replaced(path, stated, byStatus);
  else reader.mismatch(path, stated, 'a string');
  return byStatus;
}

/** A result that is a text becomes its display. If it has several lines, the display keeps the first and the text is kept whole. */
function readResult(result: unknown): unknown {
  if (typeof result === 'string') return splitDisplay(result);
  if (!isJsonObject(result) || typeof result.display !== 'string') return result;
  const { display, ...rest } = result;
  const { text = display, ...split } = splitDisplay(display);
  if (split.display === display) return result;
  // A text field of its own takes precedence.
  const name = 'text' in rest ? 'display_text' : 'text';
  return { ...rest, ...split, [name]: text };
}

function splitDisplay(text: string): { display?: string; text?: string } {
  if (!/[\n\r]/.test(text)) return { display: text };
  const line = text.split(/[\n\r]+/).find((each) => each.trim() !== '');
  return { ...present({ display: line }), text };
}

/** Calls of a subagent, by its tools. */
function sumOf(breakdown: readonly JsonObject[]): number {
  return breakdown.reduce((sum, { count }) => sum + (isCount(count) ? count : 0), 0);
}
