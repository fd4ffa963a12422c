import type { TokenUsage } from '../../../session/index.ts';
import type { SessionFacts } from '../../assembly.ts';
import type { IgnoreReason } from '../detect.ts';
import type { LogEvent, SessionMeta } from '../events.ts';
import { type Era, eraOf, minorOf } from '../grammar/header.ts';
import { readNotice } from '../grammar/readNotice.ts';
import { readPlan } from '../grammar/readPlan.ts';
import { type ConversionContext, type EventStamp, guessOf } from './context.ts';
import { createExecCalls } from './execCalls.ts';
import { createPatchCalls, isPatchCall } from './patchCalls.ts';
import { Repeats } from './repeats.ts';
import { changesOfHead, sessionFacts } from './sessionHead.ts';
import { createToolCalls } from './toolCalls.ts';

type Verdict = 'converted' | 'unknown' | { ignored: IgnoreReason };
type Stated = Exclude<LogEvent, { type: 'session_start' }>;

/** The state of the session, by the last event that states it. */
type Progress = 'working' | 'answered' | 'failed' | 'interrupted';

/** First minor version whose token count covers the session rather than the last response. */
const TOTAL_SINCE = 30;

/** Turns the events of one session into its items. */
export class CodexSession {
  private readonly context: ConversionContext;
  private readonly stamped: boolean;
  private readonly repeats = new Repeats();
  private readonly execs;
  private readonly tools;
  private readonly patches;
  /** The header of the current run. */
  private meta: SessionMeta | undefined;
  private era: Era;
  private tokens = 0;
  /** True after the count of tokens that ends a run. */
  private closed = false;
  private progress: Progress = 'working';

  constructor(context: ConversionContext, stamped: boolean) {
    this.context = context;
    this.stamped = stamped;
    this.era = stamped ? 'stamped' : 'open';
    this.execs = createExecCalls(context, () => this.era);
    this.tools = createToolCalls(context, () => this.era);
    this.patches = createPatchCalls(context, () => this.meta !== undefined);
  }

  /** Takes the header with which a run of the session begins; for a later run, emits what it changes. */
  start(meta: SessionMeta, stamp: EventStamp): void {
    const { sink } = this.context;
    this.settle();
    for (const change of this.meta === undefined ? [] : changesOfHead(this.meta, meta)) {
      sink.notice({ ...change, at: stamp.at, ref: stamp.ref });
    }
    this.era = eraOf(meta, this.stamped);
    this.closed = false;
    this.progress = 'working';
    this.repeats.startRun();
    const { startedAt, inferred, ...facts } = sessionFacts(meta, this.era, stamp.at);
    sink.describe(this.meta === undefined ? { ...facts, startedAt, inferred } : facts);
    this.meta = meta;
  }

  take(event: Stated, stamp: EventStamp): Verdict {
    if (event.type !== 'truncated') this.settle(event);
    if (isWork(event)) {
      this.progress = 'working';
      this.repeats.startWork();
    }
    const verdict = this.convert(event, stamp);
    this.repeats.passed(event);
    return verdict;
  }

  /** Closes what is open and sets how the session ended. */
  finish(): void {
    this.settle();
    this.context.sink.describe(endOf(this.progress, this.closed));
  }

  /** Closes the calls whose results are complete, before the next event. */
  private settle(next?: Stated): void {
    this.execs.settle();
    this.tools.settle();
    if (next?.type !== 'tool_result' || next.name !== 'apply_patch') this.patches.settle();
  }

  private convert(event: Stated, stamp: EventStamp): Verdict {
    const { context, execs, tools, patches } = this;
    switch (event.type) {
      case 'user':
        if (event.text === '') return { ignored: 'blank' };
        context.sink.message({ role: 'user', text: event.text, at: stamp.at, ref: stamp.ref });
        return 'converted';
      case 'assistant':
        return this.answer(event.text, stamp);
      case 'note':
        return event.channel === 'thinking' ? this.think(event.text, stamp) : this.notify(event.text, stamp);
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
        return this.plan(event.text, stamp);
      case 'stats':
        return this.count(event.value, stamp);
      case 'truncated': {
        const text = event.text === undefined ? event.reason : `${event.reason}\n${event.text}`;
        if (!execs.goOn(text) && !tools.goOn(text))
          context.sink.notice({ kind: 'truncation', text, at: stamp.at, ref: stamp.ref });
        return 'converted';
      }
      case 'unknown':
        return this.emitUnknown(event.raw, stamp);
    }
  }

  private answer(text: string, stamp: EventStamp): Verdict {
    if (text === '') return { ignored: 'blank' };
    const repeated = this.repeats.ofAnswer(text, this.era);
    if (repeated !== undefined) return { ignored: repeated };
    this.progress = 'answered';
    this.context.sink.message({ role: 'assistant', text, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'text') });
    return 'converted';
  }

  private think(text: string, stamp: EventStamp): Verdict {
    if (this.repeats.isThought(text)) return { ignored: 'doubled_thread' };
    this.context.sink.thinking({ text, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'text') });
    return 'converted';
  }

  private notify(text: string, stamp: EventStamp): Verdict {
    if (this.repeats.isStartup(text)) return { ignored: 'repeated_startup' };
    const [first = ''] = text.split('\n', 1);
    const kind = readNotice(first)?.kind ?? 'info';
    if (text.startsWith('ERROR: ')) this.progress = 'failed';
    if (kind === 'interruption') this.progress = 'interrupted';
    this.describeBy(text);
    this.context.sink.notice({ kind, text, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'text') });
    return 'converted';
  }

  /** Stamped logs name the session and its model in lines of their own. */
  private describeBy(text: string): void {
    const { sink } = this.context;
    const id = /^(?:codex )?session ([0-9a-f-]{36})(?: with model (\S+))?$/.exec(text);
    if (id !== null) sink.describe({ nativeId: id[1], modelId: id[2] });
    else if (this.meta === undefined && text.startsWith('model: '))
      sink.describe({ modelId: text.slice('model: '.length) });
  }

  private plan(text: string, stamp: EventStamp): Verdict {
    const { items, explanation } = readPlan(text);
    this.context.sink.plan({ items, explanation, at: stamp.at, ref: stamp.ref, ...guessOf(stamp, 'items') });
    return 'converted';
  }

  private count(value: string, stamp: EventStamp): Verdict {
    this.closed ||= this.era !== 'stamped';
    const now = Number(value.replaceAll(/\D/g, ''));
    const extensions = { blended_total: now };
    this.context.sink.usage({ usage: this.spentSince(now), at: stamp.at, ref: stamp.ref, extensions });
    return 'converted';
  }

  private spentSince(now: number): TokenUsage {
    const before = this.tokens;
    const minor = minorOf(this.meta?.version);
    const total = this.era !== 'stamped' || (minor !== undefined && minor >= TOTAL_SINCE);
    this.tokens = total ? now : 0;
    return { total: total && now >= before ? now - before : now };
  }

  private emitUnknown(raw: string, stamp: EventStamp): Verdict {
    const { sink } = this.context;
    if (raw.trim() === '') return { ignored: 'blank' };
    if (!this.closed) {
      sink.unknown({ recordType: 'text', raw, at: stamp.at, ref: stamp.ref });
      return 'unknown';
    }
    // After the end of a run comes text by its caller.
    sink.notice({ kind: 'info', text: raw, ref: stamp.ref, extensions: { outside: 'after' } });
    return 'converted';
  }
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
