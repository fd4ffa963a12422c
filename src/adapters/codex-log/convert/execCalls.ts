import { onlyReads } from '../../../session/index.ts';
import { totalLinesHeader } from '../../../session/text/lines.ts';
import type { CallResult } from '../../assembly.ts';
import { createWaitingLine } from '../createWaitingLine.ts';
import type { LogEvent } from '../events.ts';
import { readScript } from '../grammar/commands.ts';
import type { Era } from '../grammar/header.ts';
import { asOrphan, type ConversionContext, type EventStamp, guessOf } from './context.ts';

type ExecCall = Extract<LogEvent, { type: 'exec_call' }>;
type ExecResult = Extract<LogEvent, { type: 'exec_result' }>;

/** The shell commands of a session, matched with their results. */
export interface ExecCalls {
  open(event: ExecCall, stamp: EventStamp): void;
  /** Takes a result; its text may continue until it is settled. */
  result(event: ExecResult, stamp: EventStamp): void;
  /** Adds to the text of the last result; false where there is none to add to. */
  goOn(text: string): boolean;
  /** Closes the call of the last result. */
  settle(): void;
}

interface Held {
  event: ExecResult;
  stamp: EventStamp;
  text: string;
  truncated: boolean;
}

/** Until 0.117, an output with this many lines was truncated. */
const CUT_LINES = 20;

/** `era`: how the log currently prints. */
export function createExecCalls({ sink, report }: ConversionContext, era: () => Era): ExecCalls {
  /** Numbers of the open calls, by their commands. */
  const waiting = createWaitingLine<number>();
  /** True while commands overlap: a result without a command may then belong to any of them. */
  let overlapping = false;
  let held: Held | undefined;

  const take = ({ command, status, text }: ExecResult): { seq: number | undefined; sure: boolean } => {
    const stated = command ?? (status === 'declined' ? quotedCommand(text) : undefined);
    const named = stated === undefined ? undefined : waiting.take(stated);
    const sure = named !== undefined || !overlapping;
    const seq = named ?? waiting.takeOldest();
    if (waiting.size === 0) overlapping = false;
    return { seq, sure };
  };

  return {
    open(event, stamp) {
      const script = readScript(event.command);
      const seq = sink.openCall({
        name: 'exec',
        params: { command: event.command, ...(event.workdir === undefined ? {} : { workdir: event.workdir }) },
        rawCommand: script,
        at: stamp.at,
        ref: stamp.ref,
        ...(onlyReads(script) ? { category: 'perception' } : {}),
        ...guessOf(stamp, 'input.params'),
      });
      overlapping ||= waiting.size > 0;
      waiting.add(event.command, seq);
    },
    result(event, stamp) {
      held = { event, stamp, text: event.text ?? '', truncated: false };
    },
    goOn(text) {
      if (held === undefined) return false;
      held.text += held.text === '' && held.event.text === undefined ? text : `\n${text}`;
      held.truncated = true;
      return true;
    },
    settle() {
      if (held === undefined) return;
      const { stamp, event } = held;
      const { seq, sure } = take(event);
      const result = resultOf(held, era());
      held = undefined;
      if (seq === undefined) {
        sink.closeCall(`exec at line ${stamp.ref.line}`, asOrphan(result, event.command));
        return;
      }
      if (sure) {
        sink.closeCall(seq, result);
        return;
      }
      report('guessed-pairing', stamp.ref, 'exec');
      const inferred = [...(result.inferred ?? []), 'output'];
      sink.closeCall(seq, { ...result, inferred, extensions: { ...result.extensions, confidence: 'low' } });
    },
  };
}

/** A refusal quotes the command that it refuses. */
function quotedCommand(text: string | undefined): string | undefined {
  const end = text?.lastIndexOf('` rejected: ') ?? -1;
  return text?.startsWith('`') === true && end > 0 ? text.slice(1, end) : undefined;
}

function resultOf({ event, stamp, text, truncated }: Held, era: Era): CallResult {
  const lines = countLines(text);
  const cut = lines === CUT_LINES && (era === 'cut' || era === 'stamped');
  const guess = guessOf(stamp, 'output.result');
  const inferred = [...(guess.inferred ?? []), ...(cut && !truncated ? ['output.truncated'] : [])];
  return {
    at: stamp.at,
    ref: stamp.ref,
    durationMs: event.durationMs,
    outcome: outcomeOf(event),
    exitCode: event.code,
    text,
    contributes: 'command_output',
    display: displayOf(event, lines, { cut: cut || truncated, stated: totalLinesHeader.exec(text ?? '')?.[1] }),
    error: event.ok || event.status === 'in progress' ? undefined : failureOf(event),
    truncated: cut || truncated,
    inferred,
    extensions: { ...guess.extensions, ...(event.status === undefined ? {} : { status: event.status }) },
  };
}

function outcomeOf({ ok, status }: ExecResult): CallResult['outcome'] {
  if (status === 'declined') return 'denied';
  if (status === 'in progress') return 'unknown';
  return ok ? 'succeeded' : 'failed';
}

function failureOf({ code, status }: ExecResult): string {
  return status === 'declined' ? 'Declined' : `Exited with code ${code ?? 'unknown'}`;
}

/** `stated`: how many lines there were before the output was cut, where the log says it. */
function displayOf(
  event: ExecResult,
  lines: number,
  { cut, stated }: { cut: boolean; stated: string | undefined },
): string {
  if (event.status === 'declined') return 'Declined';
  const printed = lines === 0 ? 'nothing' : `${lines} ${lines === 1 ? 'line' : 'lines'}`;
  const all = stated === undefined ? `Printed ${printed} and more that the log leaves out` : undefined;
  const shown = cut ? (all ?? `Printed ${stated} lines, of which the log leaves some out`) : `Printed ${printed}`;
  return event.ok || event.status !== undefined
    ? shown
    : `${failureOf(event)} · ${shown.charAt(0).toLowerCase()}${shown.slice(1)}`;
}

/** How many lines a text has; an empty one has none. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
