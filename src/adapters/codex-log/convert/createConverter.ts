import { diagnose } from '../../../session/index.ts';
import type { Assembly, SessionSink } from '../../assembly.ts';
import type { Converter } from '../../contract.ts';
import type { LogEvent, PlacedEvent } from '../events.ts';
import type { IgnoreReason } from '../ignores.ts';
import type { ConversionContext, Place } from './context.ts';
import { type CodexSession, createCodexSession } from './session.ts';

type Early = Extract<LogEvent, { type: 'unknown' | 'note' }>;

/** What stands before the first event that is a session's own. */
type Waiting = { event: Early; place: Place };

/** Turns the events of a Codex log into sessions: one for each id, or for each head that has none. */
export function createConverter(
  assembly: Assembly,
  { names }: { names: readonly string[] },
): Converter<PlacedEvent, IgnoreReason> {
  const sessions = new Map<string, CodexSession>();
  let waiting: Waiting[] = [];
  let current: CodexSession | undefined;
  let unnamed = 0;

  const report: ConversionContext['report'] = (code, ref, actual) => {
    const file = names[ref.source];
    const at = { ...(file === undefined ? {} : { file }), line: ref.line, byteOffset: ref.byte_offset };
    assembly.report(diagnose(code, { at, ...(actual === undefined ? {} : { actual }) }));
  };

  /** Makes the session current that begins with this event; one with the same id goes on. */
  const enter = (event: LogEvent, place: Place): CodexSession => {
    const meta = event.type === 'session_start' ? event.meta : undefined;
    if (meta?.sessionId === undefined) unnamed += 1;
    const key = meta?.sessionId ?? `session-${unnamed}`;
    const sink = assembly.session(key);
    const session = sessions.get(key) ?? createCodexSession({ sink, report }, event.at !== undefined);
    sessions.set(key, session);
    for (const each of waiting) emitEarly(each, sink, session);
    waiting = [];
    if (meta !== undefined) session.start(meta, place);
    current = session;
    return session;
  };

  return {
    record({ event, guessed }, ref) {
      const place: Place = { ref, at: event.at, guessed: guessed === true };
      if (guessed === true) report('guessed-boundary', ref, event.type);
      if (event.type === 'session_start') {
        enter(event, place);
        return 'converted';
      }
      if (current !== undefined) return current.take(event, place);
      if (event.type !== 'unknown' && event.type !== 'note') return enter(event, place).take(event, place);
      if (event.type === 'unknown' && event.raw.trim() === '') return { ignored: 'blank' };
      waiting.push({ event, place });
      return 'converted';
    },
    end() {
      const [first] = waiting;
      if (first !== undefined) enter(first.event, first.place);
      for (const session of sessions.values()) session.finish();
    },
  };
}

/** A prompt that a script echoed, a title, the answer from stdout: text before Codex's own is not Codex's. */
function emitEarly({ event, place }: Waiting, sink: SessionSink, session: CodexSession): void {
  if (event.type === 'note') session.take(event, place);
  else sink.notice({ kind: 'info', text: event.raw, ref: place.ref, extensions: { outside: 'before' } });
}
