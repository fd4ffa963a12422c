import { uuidTime } from '../../recordTimes.ts';
import { type Era, eraOf, type Header } from '../grammar/header.ts';
import { createLogFiles, type LogFiles } from './nestedLog.ts';
import { createOpenCalls, type OpenCalls } from './openCalls.ts';

/** What the scanner knows of the session that it reads. */
export interface SessionState {
  readonly era: Era;
  readonly id: string | undefined;
  readonly calls: OpenCalls;
  readonly logFiles: LogFiles;
  /** Where commands have run. */
  readonly directories: Set<string>;
  /** True once a patch was applied: only then is there a turn diff. */
  patched: boolean;
  /** True once an output went on beyond the lines that its version prints. */
  longOutputs: boolean;
  /** The latest stamp, in stamped logs. */
  lastAt: string | undefined;
  /** Lines of the last message, without blank ones at its end. */
  lastAnswer: readonly string[];
}

/** The state for a log without its beginning. */
export function createPartState(era: Era): SessionState {
  return {
    era,
    id: undefined,
    calls: createOpenCalls(),
    logFiles: createLogFiles(),
    directories: new Set(),
    patched: era === 'open',
    longOutputs: false,
    lastAt: undefined,
    lastAnswer: [],
  };
}

/** The state with which a session begins. */
export function createSessionState({ meta, at }: Header): SessionState {
  return {
    ...createPartState(eraOf(meta, at !== undefined)),
    id: meta.sessionId,
    directories: new Set(meta.workdir === undefined ? [] : [meta.workdir]),
    lastAt: at,
  };
}

/**
 * Whether a head that turns up is that of a later session than this one, or of one that was there before; of the same
 * session it may be a later run, or what it reads of its own log.
 */
export function ageOf({ meta, at }: Header, { id, lastAt }: SessionState): 'later' | 'earlier' | 'unknown' {
  if (at !== undefined && lastAt !== undefined) return at >= lastAt ? 'later' : 'earlier';
  if (id !== undefined && meta.sessionId === id) return 'unknown';
  const theirs = uuidTime(meta.sessionId);
  const ours = uuidTime(id);
  if (theirs === undefined || ours === undefined) return 'unknown';
  return theirs > ours ? 'later' : 'earlier';
}
