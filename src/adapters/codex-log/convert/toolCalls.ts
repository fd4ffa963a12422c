import { toolCategory } from '../../../session/index.ts';
import type { CallResult } from '../../assembly.ts';
import { parseJsonObject } from '../../read/jsonObject.ts';
import { createWaitingLine } from '../createWaitingLine.ts';
import type { IgnoreReason } from '../detect.ts';
import type { LogEvent } from '../events.ts';
import type { Era } from '../grammar/header.ts';
import { asOrphan, type ConversionContext, type EventStamp, guessOf } from './context.ts';
import { countLines } from './execCalls.ts';

type ToolCall = Extract<LogEvent, { type: 'tool_call' }>;
type ToolResult = Extract<LogEvent, { type: 'tool_result' }>;
type ToolVerdict = 'converted' | { ignored: IgnoreReason };

/** The calls of tools other than the shell and patches. */
export interface ToolCalls {
  open(event: ToolCall, stamp: EventStamp): ToolVerdict;
  /** Takes a result; its text may continue until it is settled. */
  close(event: ToolResult, stamp: EventStamp): void;
  /** Adds to the text of the last result; false where there is none to add to. */
  goOn(text: string): boolean;
  /** Closes the call of the last result. */
  settle(): void;
}

/** Maximum number of lines in a tool's result, until 0.117. */
const CUT_LINES = 20;
const agentTools = new Set(['spawn_agent', 'send_input', 'resume_agent', 'wait', 'close_agent']);

/** `era`: how the log currently prints. */
export function createToolCalls({ sink, report }: ConversionContext, era: () => Era): ToolCalls {
  /** Numbers of the open calls, by the key that their results repeat: the call's id, or name and arguments. */
  const open = createWaitingLine<number>();
  /** The open calls that a result without a name may answer: calls in the form `tool name(arguments)`, by their numbers. */
  const invocations = createWaitingLine<{ key: string; seq: number }>();
  let held: { event: ToolResult; stamp: EventStamp; cut: boolean } | undefined;

  const take = (event: ToolResult): number | undefined => {
    if (!isNameless(event)) {
      const seq = open.take(keyOf(event));
      invocations.take(String(seq));
      return seq;
    }
    const oldest = invocations.takeOldest();
    return oldest === undefined ? undefined : open.take(oldest.key);
  };

  const begin = (event: ToolCall, stamp: EventStamp): number =>
    sink.openCall({
      name: event.name,
      params: paramsOf(event),
      nativeId: event.callId,
      at: stamp.at,
      ref: stamp.ref,
      ...(event.name === 'spawn_agent' ? { subagent: { subagent_type: 'codex' } } : {}),
      ...guessOf(stamp, 'input.params'),
    });

  return {
    open(event, stamp) {
      if (event.name === 'web_search' && event.argsText === '') return { ignored: 'search_announced' };
      const seq = begin(event, stamp);
      if (event.name === 'view_image') {
        sink.closeCall(seq, {
          at: stamp.at,
          outcome: 'succeeded',
          display: `Viewed ${event.argsText}`,
          inferred: ['outcome'],
        });
      } else if (agentTools.has(event.name) && event.callId === undefined) {
        // Since 0.118 only the start of an agent's tool is printed.
        sink.closeCall(seq, { at: stamp.at, outcome: 'unknown', display: 'The log does not say how it ended' });
      } else {
        const key = keyOf(event);
        open.add(key, seq);
        if (isInvocation(event)) invocations.add(String(seq), { key, seq });
      }
      return 'converted';
    },
    close(event, stamp) {
      held = { event, stamp, cut: false };
    },
    goOn(text) {
      if (held === undefined) return false;
      const { event, stamp } = held;
      held = {
        event: { ...event, text: event.text === undefined ? text : `${event.text}\n${text}` },
        stamp,
        cut: true,
      };
      return true;
    },
    settle() {
      if (held === undefined) return;
      const { event, stamp, cut } = held;
      held = undefined;
      const sure = (isNameless(event) ? invocations.size : open.count(keyOf(event))) < 2;
      const seq = take(event);
      const result = resultOf(event, stamp, era(), cut);
      if (seq === undefined && event.name === 'web_search') {
        const argsText = event.argsText ?? '';
        sink.closeCall(begin({ type: 'tool_call', name: 'web_search', argsText }, stamp), result);
      } else if (seq === undefined) {
        sink.closeCall(
          `${event.name ?? 'tool'} at line ${stamp.ref.line}`,
          asOrphan(result, `${event.name ?? 'tool'}(${event.argsText ?? ''})`),
        );
      } else if (sure) sink.closeCall(seq, result);
      else {
        report('guessed-pairing', stamp.ref, event.name);
        sink.closeCall(seq, {
          ...result,
          inferred: [...(result.inferred ?? []), 'output'],
          extensions: { ...result.extensions, confidence: 'low' },
        });
      }
    },
  };
}

/** ` succeeded in 12ms:` after a tool, as in the document that describes the log. */
function isNameless({ name, callId }: ToolResult): boolean {
  return name === undefined && callId === undefined;
}

function isInvocation({ name, callId }: ToolCall): boolean {
  return callId === undefined && name !== 'web_search' && !name.includes('/');
}

function keyOf({ name, argsText, callId }: { name?: string; argsText?: string; callId?: string }): string {
  return callId ?? `${name ?? ''}\n${argsText ?? ''}`;
}

function paramsOf({ name, argsText, callId }: ToolCall): Record<string, unknown> {
  if (name === 'web_search') return { query: argsText };
  if (name === 'view_image') return { path: argsText };
  if (callId !== undefined) return agentParams(argsText);
  if (argsText === '') return {};
  // What is no JSON is kept as the text it is.
  return parseJsonObject(argsText) ?? { arguments: argsText };
}

/** `call_1, prompt="…"`, then lines such as `  receivers: …`. */
function agentParams(argsText: string): Record<string, unknown> {
  const [first = '', ...rest] = argsText.split('\n');
  const details = rest.flatMap((line) => {
    const match = /^ {2}(receivers?): (.*)$/.exec(line);
    return match === null ? [] : [[match[1], match[2]] as const];
  });
  const start = first.indexOf('prompt="');
  if (start === -1) return Object.fromEntries(details);
  const stated = argsText.slice(start + 'prompt="'.length);
  const end = stated.lastIndexOf('")');
  const prompt = end === -1 ? stated.replace(/"$/, '') : stated.slice(0, end);
  return { prompt, ...Object.fromEntries(details) };
}

function resultOf(event: ToolResult, stamp: EventStamp, era: Era, marked: boolean): CallResult {
  const text = event.text ?? '';
  const cut = !marked && era !== 'whole' && era !== 'open' && countLines(text) === CUT_LINES;
  const agent = /^ {2}agent: (\S+)$/m.exec(text)?.[1];
  const searches = toolCategory(event.name ?? '') === 'perception';
  const guess = guessOf(stamp, 'output.result');
  const { status } = event;
  const outcome = outcomeOf(event);
  const inferred = [...(guess.inferred ?? []), ...(cut ? ['output.truncated'] : [])];
  return {
    at: stamp.at,
    ref: stamp.ref,
    durationMs: event.durationMs,
    outcome,
    exitCode: event.code,
    text: event.text,
    display: displayOf(event),
    error: outcome === 'failed' || outcome === 'denied' ? readAnswer(text) || (status ?? 'Failed') : undefined,
    truncated: cut || marked,
    inferred,
    ...(searches ? { contributes: 'search_result' } : {}),
    ...(agent === undefined ? {} : { fields: { agent_id: agent } }),
    extensions: { ...guess.extensions, ...(status === undefined ? {} : { status }) },
  };
}

/** A tool still running, or an agent that could no longer be waited for, has neither succeeded nor failed. */
function outcomeOf({ ok, status }: ToolResult): CallResult['outcome'] {
  if (ok) return 'succeeded';
  if (status === 'declined') return 'denied';
  return status === 'in_progress' || status === 'timed out' ? 'unknown' : 'failed';
}

/** The answer of an MCP tool: the first text of its content if the result has one, else the result itself. */
function readAnswer(text: string): string {
  const match = /"text": ("(?:[^"\\]|\\.)*")/.exec(text);
  if (!text.startsWith('{') || match === null) return text;
  try {
    return String(JSON.parse(match[1] ?? '""'));
  } catch {
    return text;
  }
}

function displayOf({ name, argsText, ok, status, text }: ToolResult): string | undefined {
  if (name === 'web_search') return argsText === '' ? 'Searched the web' : `Searched: ${argsText}`;
  if (status !== undefined) return `${status.charAt(0).toUpperCase()}${status.slice(1).replaceAll('_', ' ')}`;
  const answer = readAnswer(text ?? '');
  return answer === '' && ok ? 'Succeeded' : answer;
}
