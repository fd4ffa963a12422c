import type { LogEventType } from '../events.ts';
import type { Header } from '../grammar/header.ts';
import type { OpenCalls } from './openCalls.ts';

export type MarkerKind =
  | 'session'
  | 'user'
  | 'codex'
  | 'thinking'
  | 'exec'
  | 'execEnd'
  | 'toolStart'
  | 'toolEnd'
  | 'fileUpdate'
  | 'turnDiff'
  | 'plan'
  | 'tokens'
  | 'truncation'
  | 'notice';

/** A line at which an event may begin. */
export interface Marker {
  kind: MarkerKind;
  /**
   * How reliable the line is by itself: `sure` by its shape and by what is open, `word` a word alone on its line, `common` a line that
   * other programs print too.
   */
  trust: 'sure' | 'word' | 'common';
  /** Number of lines it takes. */
  span: number;
  /** Key under which a call opens or closes. */
  key?: string;
  header?: Header;
  /** True if the following lines, unless they are markers, belong to it. */
  goesOn?: boolean;
  /** True where the line is a record of Codex's tracing. */
  trace?: boolean;
}

/** The context by which a line is judged. */
export interface MarkerContext {
  /** The line itself at 0, then those after it; undefined after the last one. */
  lineAt(index: number): string | undefined;
  calls: OpenCalls;
  /** True if the line itself begins a new piece of Codex's output. */
  fresh: boolean;
  /** True once a patch was applied: only then is there a turn diff. */
  patched: boolean;
}

export const typeOf: Readonly<Record<MarkerKind, LogEventType>> = {
  session: 'session_start',
  user: 'user',
  codex: 'assistant',
  thinking: 'note',
  exec: 'exec_call',
  execEnd: 'exec_result',
  toolStart: 'tool_call',
  toolEnd: 'tool_result',
  fileUpdate: 'patch',
  turnDiff: 'patch',
  plan: 'plan_update',
  tokens: 'stats',
  truncation: 'truncated',
  notice: 'note',
};

export function marker(kind: MarkerKind, trust: Marker['trust'], more: Partial<Marker> = {}): Marker {
  return { kind, trust, span: 1, ...more };
}

const numberPattern = /^\d[\d,.'\u00a0\u202f ]{0,20}$/;

/** Whether a line is a count of tokens, with the separators of any locale. */
export function isTokenCount(text: string | undefined): boolean {
  return text !== undefined && numberPattern.test(text);
}

/** Truncation marks that Codex inserts into the outputs it returns to the model. */
export function isTruncation(text: string): boolean {
  if (text.charCodeAt(0) === 0x54) return /^Total output lines: \d+$/.test(text);
  return text.startsWith('[... ') && /^\[\.\.\. (?:output truncated|omitted) .*\.\.\.\]$/.test(text);
}
