/** The contents of a `conversation.log`, in order. Fields without a question mark are always present. */
export type LogEvent =
  | ({ type: 'session_start'; meta: SessionMeta } & Stamped)
  | ({ type: 'user'; text: string } & Stamped)
  | ({ type: 'assistant'; text: string } & Stamped)
  | ({ type: 'note'; text: string; channel: 'thinking' | 'system' } & Stamped)
  | ({ type: 'tool_call'; name: string; argsText: string; callId?: string } & Stamped)
  | ({
      type: 'tool_result';
      ok: boolean;
      code?: number;
      /** Milliseconds. */
      durationMs?: number;
      text?: string;
      /** Which tool answers, if the line says it. */
      name?: string;
      argsText?: string;
      callId?: string;
      /** The log's own word, if it says more than `ok`: `declined`, `timed out`… */
      status?: string;
    } & Stamped)
  | ({ type: 'exec_call'; command: string; workdir?: string } & Stamped)
  | ({
      type: 'exec_result';
      ok: boolean;
      code?: number;
      /** Milliseconds. */
      durationMs?: number;
      text?: string;
      /** The command, which stamped logs repeat. */
      command?: string;
      /** `declined` or `in progress`, where the log says so. */
      status?: string;
    } & Stamped)
  | ({ type: 'patch'; header: string; diff: string } & Stamped)
  | ({ type: 'plan_update'; text: string } & Stamped)
  | ({ type: 'stats'; name: 'tokens used'; value: string } & Stamped)
  /** A mark of truncation, with what follows it in the same output: the text of the result before goes on there. */
  | ({ type: 'truncated'; reason: string; text?: string } & Stamped)
  | ({ type: 'unknown'; raw: string } & Stamped);

export type LogEventType = LogEvent['type'];

interface Stamped {
  /** ISO 8601, UTC: the event's own time, where its line carries one. */
  at?: string;
}

/** The head of a session. */
export interface SessionMeta {
  workdir?: string;
  model?: string;
  provider?: string;
  approval?: string;
  sandbox?: string;
  reasoningEffort?: string;
  reasoningSummaries?: string;
  sessionId?: string;
  /** Of Codex, without the `v`. */
  version?: string;
  /** True where the banner says `(research preview)`. */
  preview?: boolean;
  /** Header lines without a field above, by their key. */
  other?: Record<string, string>;
}

/** Position of an event in its file. The events cover the file without gaps: each ends where the next begins. */
export interface EventLocation {
  /** Of its first byte, 1-based. */
  line: number;
  byteOffset: number;
  byteLength: number;
}

/** Prefixes and colours that a log's lines have beyond Codex's own output. */
export interface LineFrame {
  /** The prefix that a wrapper puts before each piece of output it reads: `[stderr]` or `[stderr] `, and the same for stdout. */
  prefix?: 'tight' | 'spaced';
  /** True if the log was printed in colour: terminal sequences are removed. */
  coloured?: boolean;
}

/** An event that was found in a log, with its location. */
export interface LocatedEvent extends EventLocation {
  event: LogEvent;
  frame?: LineFrame;
  /** True if the event's beginning or end is uncertain. */
  guessed?: boolean;
}
