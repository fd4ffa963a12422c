import { diagnose } from '../../../session/index.ts';
import type { Assembly, SessionSink } from '../../assembly.ts';
import type { Converter, Verdict } from '../../contract.ts';
import type { LogEvent, PlacedEvent } from '../events.ts';
import { readNotice } from '../grammar/readNotice.ts';
import type { IgnoreReason } from '../ignores.ts';
import { type CodexSession, createCodexSession } from './createCodexSession.ts';
import type { Desk, Place } from './desk.ts';

type Outside = Extract<LogEvent, { type: 'unknown' | 'note' }>;

/** What stands before the first session, until there is one that can take it. */
type Waiting = { event: Outside; place: Place };

/** Turns the events of a Codex log into sessions: one for each id, or for each head that has none. */
export function createConverter(
  assembly: Assembly,
  { names }: { names: readonly string[] },
): Converter<PlacedEvent, IgnoreReason> {
  const sessions = new Map<string, CodexSession>();
  let waiting: Waiting[] = [];
  let current: CodexSession | undefined;
  let unnamed = 0;

  const report: Desk['report'] = (code, ref, actual) => {
    const file = names[ref.source];
    const at = { ...(file === undefined ? {} : { file }), line: ref.line, byteOffset: ref.byte_offset };
    assembly.report(diagnose(code, { at, ...(actual === undefined ? {} : { actual }) }));
  };

  const enter = (event: LogEvent): CodexSession => {
    const meta = event.type === 'session_start' ? event.meta : undefined;
    if (meta?.sessionId === undefined) unnamed += 1;
    const key = meta?.sessionId ?? `session-${unnamed}`;
    const sink = assembly.session(key);
    const known = sessions.get(key);
    const session = known ?? createCodexSession({ sink, report }, meta, event.at !== undefined);
    sessions.set(key, session);
    current = session;
    if (meta !== undefined) session.start(meta, event.at);
    for (const each of waiting) tellBefore(sink, each);
    waiting = [];
    return session;
  };

  return {
    record({ event, guessed }, ref) {
      const place: Place = { ref, at: event.at, guessed: guessed === true };
      if (guessed === true) report('guessed-boundary', ref, event.type);
      if (event.type === 'session_start') {
        enter(event);
        return 'converted';
      }
      if (current === undefined && (event.type === 'unknown' || event.type === 'note')) {
        return keepBefore({ event, place }, waiting);
      }
      return (current ?? enter(event)).take(event, place);
    },
    end() {
      if (current === undefined && waiting.length > 0) enter(waiting[0]?.event ?? { type: 'unknown', raw: '' });
      for (const session of sessions.values()) session.finish();
    },
  };
}

function keepBefore(each: Waiting, waiting: Waiting[]): Verdict<IgnoreReason> {
  if (each.event.type === 'unknown' && each.event.raw.trim() === '') return { ignored: 'blank' };
  waiting.push(each);
  return 'converted';
}

/** A prompt that a script echoed, a title, the answer from stdout: what stands before the banner is not Codex's. */
function tellBefore(sink: SessionSink, { event, place }: Waiting): void {
  const text = event.type === 'unknown' ? event.raw : event.text;
  const kind = event.type === 'unknown' ? 'info' : (readNotice(text)?.kind ?? 'info');
  sink.notice({ kind, text, at: place.at, ref: place.ref, extensions: { outside: 'before' } });
}
