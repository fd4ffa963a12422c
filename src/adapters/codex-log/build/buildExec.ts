import type { LogEvent } from '../events.ts';
import { createCommandReader } from '../grammar/createCommandReader.ts';
import { type Outcome, readExecOutcome } from '../grammar/readOutcome.ts';
import { joinLines } from './joinLines.ts';

type ExecCall = Extract<LogEvent, { type: 'exec_call' }>;
type ExecResult = Extract<LogEvent, { type: 'exec_result' }>;

/** `exec` and the command on the lines after it, or both on one line in stamped logs. */
export function buildExecCall(first: string, rest: readonly string[]): ExecCall {
  const lines = first.startsWith('exec ') ? [first.slice('exec '.length), ...rest] : [...rest];
  const reader = createCommandReader();
  for (const [index, line] of lines.entries()) {
    const at = reader.feed(line);
    if (at === undefined) continue;
    const command = [...lines.slice(0, index), line.slice(0, at)].join('\n');
    return { type: 'exec_call', command, workdir: line.slice(at + ' in '.length) };
  }
  return { type: 'exec_call', command: joinLines(lines) };
}

/** How a command ended and what it printed; stamped logs repeat the command first, on as many lines as it has. */
export function buildExecResult(first: string, rest: readonly string[]): ExecResult {
  const head = [first];
  let outcome = readExecOutcome(first);
  while (outcome === undefined && head.length <= rest.length) {
    head.push(rest[head.length - 1] ?? '');
    outcome = readExecOutcome(head.at(-1) ?? '');
  }
  if (outcome === undefined) return { type: 'exec_result', ok: false, text: joinLines([first, ...rest]) };
  const command = [...head.slice(0, -1), (head.at(-1) ?? '').slice(0, outcome.start)].join('\n');
  const text = joinLines(rest.slice(head.length - 1));
  return {
    type: 'exec_result',
    ...outcomeFields(outcome),
    ...(text === '' ? {} : { text }),
    ...(command === '' ? {} : { command }),
  };
}

function outcomeFields({
  ok,
  code,
  durationMs,
  status,
}: Outcome): Pick<ExecResult, 'ok' | 'code' | 'durationMs' | 'status'> {
  return {
    ok,
    ...(code === undefined ? {} : { code }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(status === undefined ? {} : { status }),
  };
}
