import { diagnose } from '../../../session/index.ts';
import type { Assembly, SessionSink } from '../../assembly.ts';
import type { Converter } from '../../contract.ts';
import type { IgnoreReason } from '../detect.ts';
import type { LocatedEvent, LogEvent } from '../events.ts';
import { CodexSession } from './codexSession.ts';
import type { ConversionContext, EventStamp } from './context.ts';

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
    const session = sessions.get(key) ?? new CodexSession({ sink, report }, event.at !== undefined);
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
