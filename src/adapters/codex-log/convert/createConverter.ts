import { diagnose, type NoticeKind, type TokenUsage } from '../../../session/index.ts';
import type { Assembly, SessionFacts, SessionSink } from '../../assembly.ts';
import type { Converter } from '../../contract.ts';
import { uuidTime } from '../../recordTimes.ts';
import type { IgnoreReason } from '../detect.ts';
import type { LocatedEvent, LogEvent, SessionMeta } from '../events.ts';
import { type Era, eraOf, minorOf } from '../grammar/header.ts';
import { readNotice } from '../grammar/readNotice.ts';
import { readPlan } from '../grammar/readPlan.ts';
import { type ConversionContext, type EventStamp, guessOf } from './context.ts';
import { createExecCalls } from './execCalls.ts';
import { createPatchCalls, isPatchCall } from './patchCalls.ts';
import { createToolCalls } from './toolCalls.ts';

type Early = Extract<LogEvent, { type: 'unknown' | 'note' }>;

/** What comes before the first event of a session. */
type Waiting = { event: Early; stamp: EventStamp };

/** Converts the events of a Codex log into sessions: one for each id, or for each header without one. */
export function createConverter(
  assembly: Assembly,
  { names }: { names: readonly string[] },
): Converter<LocatedEvent, IgnoreReason> {
  const sessions = new Map<string, CodexSession>();
  let waiting: Waiting[] = [];
  let current: CodexSession | undefined;
  let unnamed = 0;

  const report: ConversionContext['report'] = (code, ref, actual) => {
    const file = names[ref.source];
    const at = { ...(file === undefined ? {} : { file }), line: ref.line, byteOffset: ref.byte_offset };
    assembly.report(diagnose(code, { at, ...(actual === undefined ? {} : { actual }) }));
  };

  /** Switches to the session that begins with this event; a session with the same id continues. */
  const enter = (event: LogEvent, stamp: EventStamp): CodexSession => {
    const meta = event.type === 'session_start' ? event.meta : undefined;
    if (meta?.sessionId === undefined) unnamed += 1;
    const key = meta?.sessionId ?? `session-${unnamed}`;
    const sink = assembly.session(key);
    const session = sessions.get(key) ?? createCodexSession({ sink, report }, event.at !== undefined);
    sessions.set(key, session);
    for (const each of waiting) emitEarly(each, sink, session);
    waiting = [];
    if (meta !== undefined) session.start(meta, stamp);
    current = session;
    return session;
  };

  return {
    record({ event, guessed }, ref) {
      const stamp: EventStamp = { ref, at: event.at, guessed: guessed === true };
      if (guessed === true) report('guessed-boundary', ref, event.type);
      if (event.type === 'session_start') {
        enter(event, stamp);
        return 'converted';
      }
      if (current !== undefined) return current.take(event, stamp);
      if (event.type !== 'unknown' && event.type !== 'note') return enter(event, stamp).take(event, stamp);
      if (event.type === 'unknown' && event.raw.trim() === '') return { ignored: 'blank' };
      waiting.push({ event, stamp });
      return 'converted';
    },
    end() {
      const [first] = waiting;
      if (first !== undefined) enter(first.event, first.stamp);
      for (const session of sessions.values()) session.finish();
    },
  };
}

/** A prompt echoed by a script, a title, the answer on stdout: text before Codex's own output is not Codex's. */
function emitEarly({ event, stamp }: Waiting, sink: SessionSink, session: CodexSession): void {
  if (event.type === 'note') session.take(event, stamp);
  else sink.notice({ kind: 'info', text: event.raw, ref: stamp.ref, extensions: { outside: 'before' } });
}

/** Settings whose changes a person wants to see. */
interface HeadChange {
  kind: Extract<NoticeKind, 'model_change' | 'mode_change'>;
  text: string;
  /** The new directory, if it changed. */
  workdir?: string | undefined;
}

const modelLabels = [
  ['model', 'Model'],
  ['provider', 'Provider'],
  ['reasoningEffort', 'Reasoning effort'],
  ['reasoningSummaries', 'Reasoning summaries'],
] as const;

const modeLabels = [
  ['version', 'Codex'],
  ['workdir', 'Directory'],
  ['approval', 'Approval'],
  ['sandbox', 'Sandbox'],
] as const;

/** The differences in the header of a continued session. The session has the latest values; these are the previous ones. */
function changesOfHead(before: SessionMeta, now: SessionMeta): HeadChange[] {
  const model = textOf(modelLabels, before, now);
  const mode = [...textOf(modeLabels, before, now), ...otherChanges(before.other ?? {}, now.other ?? {})];
  const workdir = before.workdir === now.workdir ? undefined : now.workdir;
  return [
    ...(model.length === 0 ? [] : [{ kind: 'model_change' as const, text: model.join('; ') }]),
    ...(mode.length === 0 ? [] : [{ kind: 'mode_change' as const, text: mode.join('; '), workdir }]),
  ];
}

function textOf(
  labels: readonly (readonly [Exclude<keyof SessionMeta, 'other' | 'preview'>, string])[],
  before: SessionMeta,
  now: SessionMeta,
): string[] {
  return labels.flatMap(([field, label]) => change(label, before[field], now[field]));
}

function otherChanges(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  const settingOf = (values: Readonly<Record<string, string>>, key: string): string | undefined =>
    Object.hasOwn(values, key) ? values[key] : undefined;
  return [...keys].flatMap((key) => change(key, settingOf(before, key), settingOf(now, key)));
}

function change(label: string, before: string | undefined, now: string | undefined): string[] {
  return before === now ? [] : [`${label}: ${before ?? 'unknown'} → ${now ?? 'unknown'}`];
}

type Verdict = 'converted' | 'unknown' | { ignored: IgnoreReason };
type Stated = Exclude<LogEvent, { type: 'session_start' }>;

/** Turns the events of one session into its items. */
interface CodexSession {
  /** Takes the header with which a run of the session begins; for a later run, emits what it changes. */
  start(meta: SessionMeta, stamp: EventStamp): void;
  take(event: Stated, stamp: EventStamp): Verdict;
  /** Closes what is open and sets how the session ended. */
  finish(): void;
}

/** The state of the session, by the last event that states it. */
type Progress = 'working' | 'answered' | 'failed' | 'interrupted';

/** First minor version whose token count covers the session rather than the last response. */
const TOTAL_SINCE = 30;

/** Number of positions in a thought checked for a section. */
const MAX_TRIES = 64;
/** Number of earlier thoughts that may be repeated. */
const MAX_THOUGHTS = 15;

function createCodexSession(context: ConversionContext, stamped: boolean): CodexSession {
  /** The header of the current run. */
  let meta: SessionMeta | undefined;
  let era: Era = stamped ? 'stamped' : 'open';
  const { sink } = context;
  const eraNow = (): Era => era;
  const execs = createExecCalls(context, eraNow);
  const tools = createToolCalls(context, eraNow);
  const patches = createPatchCalls(context, () => meta !== undefined);
  const startups = new Set<string>();
  /** Reasoning since the last other event; a review prints each thought twice. */
  let thoughts = new Set<string>();
  /** Reasoning followed only by messages that may repeat it. */
  let lastThoughts: string[] = [];
  let lastAnswer: string | undefined;
  let tokens = 0;
  /** True after the count of tokens that ends a run. */
  let closed = false;
  let progress: Progress = 'working';

  const say = (event: Extract<Stated, { type: 'assistant' }>, stamp: EventStamp): Verdict => {
    const { text } = event;
    if (text === '') return { ignored: 'blank' };
    if (text === lastAnswer) return { ignored: 'repeated_answer' };
    if (era === 'stamped' && lastThoughts.some((thought) => hasSection(thought, text))) {
      return { ignored: 'repeated_thinking' };
    }
    lastAnswer = text;
    progress = 'answered';
    sink.message({ role: 'assistant', text, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'text') });
    return 'converted';
  };

  const think = (text: string, stamp: EventStamp): Verdict => {
    if (thoughts.delete(text)) return { ignored: 'doubled_thread' };
    thoughts.add(text);
    sink.thinking({ text, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'text') });
    return 'converted';
  };

  const notify = (text: string, stamp: EventStamp): Verdict => {
    const [first = ''] = text.split('\n', 1);
    const notice = readNotice(first);
    if (text.startsWith('mcp: ') || text.startsWith('mcp startup: ')) {
      if (startups.has(text)) return { ignored: 'repeated_startup' };
      startups.add(text);
    }
    const kind = notice?.kind ?? 'info';
    if (text.startsWith('ERROR: ')) progress = 'failed';
    if (kind === 'interruption') progress = 'interrupted';
    describeBy(text);
    sink.notice({ kind, text, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'text') });
    return 'converted';
  };

  /** Stamped logs name the session and its model in lines of their own. */
  const describeBy = (text: string): void => {
    const id = /^(?:codex )?session ([0-9a-f-]{36})(?: with model (\S+))?$/.exec(text);
    if (id !== null) sink.describe({ nativeId: id[1], modelId: id[2] });
    else if (meta === undefined && text.startsWith('model: ')) sink.describe({ modelId: text.slice('model: '.length) });
  };

  const count = (value: string, stamp: EventStamp): Verdict => {
    closed ||= era !== 'stamped';
    const now = Number(value.replaceAll(/\D/g, ''));
    sink.usage({ usage: spentSince(now), at: stamp.at, ref: stamp.ref, extensions: { blended_total: now } });
    return 'converted';
  };

  const spentSince = (now: number): TokenUsage => {
    const before = tokens;
    const minor = minorOf(meta?.version);
    const total = era !== 'stamped' || (minor !== undefined && minor >= TOTAL_SINCE);
    tokens = total ? now : 0;
    return { total: total && now >= before ? now - before : now };
  };

  const plan = (text: string, stamp: EventStamp): Verdict => {
    const { items, explanation } = readPlan(text);
    sink.plan({ items, explanation, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'items') });
    return 'converted';
  };

  const emitUnknown = (raw: string, stamp: EventStamp): Verdict => {
    if (raw.trim() === '') return { ignored: 'blank' };
    if (!closed) {
      sink.unknown({ recordType: 'text', raw, at: stamp.at, ref: stamp.ref });
      return 'unknown';
    }
    // After the end of a run comes text by its caller.
    sink.notice({ kind: 'info', text: raw, ref: stamp.ref, extensions: { outside: 'after' } });
    return 'converted';
  };

  /** Closes the calls whose results are complete, before the next event. */
  const settle = (next?: Stated): void => {
    execs.settle();
    tools.settle();
    if (next?.type !== 'tool_result' || next.name !== 'apply_patch') patches.settle();
  };

  const convert = (event: Stated, stamp: EventStamp): Verdict => {
    switch (event.type) {
      case 'user':
        if (event.text === '') return { ignored: 'blank' };
        sink.message({ role: 'user', text: event.text, at: stamp.at, ref: stamp.ref });
        return 'converted';
      case 'assistant':
        return say(event, stamp);
      case 'note':
        return event.channel === 'thinking' ? think(event.text, stamp) : notify(event.text, stamp);
      case 'tool_call':
        if (event.name !== 'apply_patch') return tools.open(event, stamp);
        patches.openBare(stamp);
        return 'converted';
      case 'tool_result':
        (event.name === 'apply_patch' ? patches : tools).close(event, stamp);
        return 'converted';
      case 'exec_call':
        execs.open(event, stamp);
        return 'converted';
      case 'exec_result':
        execs.result(event, stamp);
        return 'converted';
      case 'patch':
        if (!isPatchCall(event)) return patches.diff(event, stamp);
        patches.open(event, stamp);
        return 'converted';
      case 'plan_update':
        return plan(event.text, stamp);
      case 'stats':
        return count(event.value, stamp);
      case 'truncated': {
        const text = event.text === undefined ? event.reason : `${event.reason}\n${event.text}`;
        if (!execs.goOn(text) && !tools.goOn(text))
          sink.notice({ kind: 'truncation', text, at: stamp.at, ref: stamp.ref });
        return 'converted';
      }
      case 'unknown':
        return emitUnknown(event.raw, stamp);
    }
  };

  return {
    start(stated, stamp) {
      settle();
      for (const change of meta === undefined ? [] : changesOfHead(meta, stated)) {
        sink.notice({ ...change, at: stamp.at, ref: stamp.ref });
      }
      era = eraOf(stated, stamped);
      closed = false;
      progress = 'working';
      thoughts = new Set();
      lastThoughts = [];
      const { startedAt, inferred, ...facts } = sessionFacts(stated, era, stamp.at);
      sink.describe(meta === undefined ? { ...facts, startedAt, inferred } : facts);
      meta = stated;
    },
    take(event, stamp) {
      if (event.type !== 'truncated') settle(event);
      const thinking = event.type === 'note' && event.channel === 'thinking';
      if (isWork(event)) {
        progress = 'working';
        lastAnswer = undefined;
      }
      const verdict = convert(event, stamp);
      if (!thinking && thoughts.size > 0) thoughts = new Set();
      if (thinking) lastThoughts = [...lastThoughts.slice(-MAX_THOUGHTS), event.text];
      else if (event.type !== 'assistant') lastThoughts = [];
      return verdict;
    },
    finish() {
      settle();
      sink.describe(endOf(progress, closed));
    },
  };
}

/** Whether a text is one of the sections of a thought, or several consecutive ones. */
function hasSection(thought: string, text: string): boolean {
  let at = thought.indexOf(text);
  for (let tries = 0; at !== -1 && tries < MAX_TRIES; tries += 1, at = thought.indexOf(text, at + 1)) {
    if (mayPart(thought, at) && mayPart(thought, at + text.length)) return true;
  }
  return false;
}

/** Whether a section boundary may be at a position: a blank line, or a title in bold. */
function mayPart(thought: string, at: number): boolean {
  if (at === 0 || at === thought.length || thought.startsWith('\n\n', at) || thought.startsWith('\n\n', at - 2))
    return true;
  return thought.startsWith('\n**', at) || (thought.charAt(at - 1) === '\n' && thought.startsWith('**', at));
}

/** Calls and prompts: an answer repeated after one of them is a new message. */
function isWork({ type }: Stated): boolean {
  return type === 'user' || type === 'exec_call' || type === 'tool_call';
}

/** How a session ended: by its error or interruption, by the token count, else by whether it had answered. */
function endOf(progress: Progress, closed: boolean): SessionFacts {
  if (progress === 'failed') return { status: 'failed', outcome: 'failed' };
  if (progress === 'interrupted') return { status: 'failed', outcome: 'interrupted' };
  if (closed) return { status: 'success', outcome: 'succeeded' };
  return { status: progress === 'answered' ? 'success' : 'in_progress', inferred: ['status'] };
}

/** What the header says about a session. Without stamps, its id gives the start time: version 7 ids contain one. */
function sessionFacts(meta: SessionMeta, era: Era, at: string | undefined): SessionFacts {
  const idTime = at === undefined ? uuidTime(meta.sessionId) : undefined;
  return {
    nativeId: meta.sessionId,
    modelId: meta.model,
    startedAt: at ?? idTime,
    environment: environmentOf(meta),
    inferred: idTime === undefined ? [] : ['created_at'],
    extensions: {
      era,
      ...(meta.preview === true ? { research_preview: true } : {}),
      ...(meta.other === undefined ? {} : { header: meta.other }),
    },
  };
}

function environmentOf(meta: SessionMeta): NonNullable<SessionFacts['environment']> {
  const known = {
    cwd: meta.workdir,
    cli: 'codex',
    cli_version: meta.version,
    provider: meta.provider,
    approval: meta.approval,
    sandbox: meta.sandbox,
    reasoning_effort: meta.reasoningEffort,
    reasoning_summaries: meta.reasoningSummaries,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
