import { field, isJsonObject } from '../read/jsonObject.ts';
import type { CommandResult } from './records.ts';

/** What the file of one step tells: the oldest generation of the log, as text and later as JSON. */
export interface StepFile {
  name: string | undefined;
  command: string | undefined;
  /** `command`, `in_window` or `checkpoint`; the text form is of commands only. */
  type: string;
  startedAt: string | undefined;
  endedAt: string | undefined;
  result: CommandResult;
}

const heading = /^=== Step \d{1,6}: (.*) ===$/;

/** Whether a text begins like the log of a step. */
export function isStepText(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return heading.test(first.trimEnd()) && second.startsWith('Command: ');
}

/** Reads the file of a step; undefined where it is none. */
export function readStepFile(value: unknown): StepFile | undefined {
  if (typeof value === 'string') return isStepText(value) ? readText(value) : undefined;
  if (!isJsonObject(value)) return undefined;
  const status = field.text(value, 'status');
  return {
    name: field.text(value, 'name'),
    command: field.text(value, 'command'),
    type: field.text(value, 'type') ?? 'command',
    startedAt: undefined,
    endedAt: field.text(value, 'completed'),
    result: resultOf(field.number(value, 'exit_code'), status, undefined, undefined, undefined),
  };
}

function readText(text: string): StepFile {
  const [first = '', ...lines] = text.split('\n');
  // The command and the output may hold lines that look like fields: the tool's own come first and last.
  const started = lines.findIndex((line) => line.startsWith('Started: '));
  const after = (at: number, label: string): string | undefined =>
    lines[at]?.startsWith(label) === true ? lines[at].slice(label.length).trim() : undefined;
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === '') end -= 1;
  const exit = after(end - 3, 'Exit code: ');
  const seconds = after(end - 2, 'Duration: ');
  const output = lines.slice(started + 2, exit === undefined ? end : end - 4);
  const durationMs = seconds === undefined ? undefined : Math.round(Number.parseFloat(seconds) * 1000);
  return {
    name: heading.exec(first.trimEnd())?.[1],
    command: lines.slice(0, Math.max(started, 1)).join('\n').slice('Command: '.length),
    type: 'command',
    startedAt: after(started, 'Started: '),
    endedAt: undefined,
    result: resultOf(
      exit === undefined ? undefined : Number(exit),
      after(end - 1, 'Status: '),
      durationMs,
      section(output, '[stdout]', '[stderr]'),
      section(output, '[stderr]', undefined),
    ),
  };
}

/** The lines below a label, up to the next one. */
function section(lines: readonly string[], label: string, next: string | undefined): string | undefined {
  const start = lines.indexOf(label);
  if (start === -1) return undefined;
  const end = next === undefined ? -1 : lines.indexOf(next, start);
  return `${lines.slice(start + 1, end === -1 ? undefined : end).join('\n')}\n`;
}

function resultOf(
  exitCode: number | undefined,
  status: string | undefined,
  durationMs: number | undefined,
  stdout: string | undefined,
  stderr: string | undefined,
): CommandResult {
  const code = exitCode !== undefined && Number.isSafeInteger(exitCode) ? exitCode : undefined;
  const success = status === undefined ? code === 0 : status === 'success';
  return { exitCode: code, success, durationMs, stdout, stderr, verifyOutput: undefined };
}
