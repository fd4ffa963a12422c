import { field, type JsonObject } from '../../read/jsonObject.ts';
import { type RawResult, type ResultFields, snakeFields } from './fields.ts';

const known = new Set(['stdout', 'stderr', 'isImage', 'noOutputExpected', 'interrupted', 'persistedOutputPath']);

/** The result of `Bash` and `PowerShell`: the command's output, with its two streams separate if the log has them. */
export function readShellResult(raw: RawResult): ResultFields {
  const output = outputOf(raw);
  const preview = raw.preview ?? (output.truncated === true && output.text !== raw.text ? raw.text : undefined);
  const fields = { ...snakeFields(raw.structured, known), ...(preview === undefined ? {} : { preview }) };
  return {
    ...output,
    contributes: 'command_output',
    display: isSilent(raw) ? 'No output' : undefined,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

/** The CLI's words to the model for a command that printed nothing. */
function isSilent({ text, structured }: RawResult): boolean {
  if (structured === undefined || structured.backgroundTaskId !== undefined) return text === '';
  return structured.stdout === '' && structured.stderr === '' && !isPersisted(text);
}

/**
 * The model sees both streams in one text. They are separated only if the text contains nothing else, because what the CLI adds must not be
 * lost.
 */
function outputOf({ text, preview, structured }: RawResult): { text: string; stderr?: string; truncated?: true } {
  if (structured === undefined || preview !== undefined) return { text };
  const stdout = field.text(structured, 'stdout') ?? '';
  const stderr = field.text(structured, 'stderr') ?? '';
  if (isPersisted(text)) return { text: stdout.length > text.length ? stdout : text, truncated: true };
  if (field.flag(structured, 'isImage') === true) return { text };
  if (stderr === '') return { text: stdout !== '' && stdout.trim() === text.trim() ? stdout : text };
  const apart = text.trim() === `${stdout}\n${stderr}`.trim() || text === stdout + stderr || text === stdout;
  return apart ? { text: stdout, stderr } : { text };
}

/** Whether the CLI replaced the output by a preview. */
export function isPersisted(text: string): boolean {
  return text.startsWith('<persisted-output>');
}

/** The result of `BashOutput` and `TaskOutput`: the output of a background command so far. */
export function readBackgroundOutput({ text, structured, preview }: RawResult): ResultFields {
  const task = structured === undefined ? undefined : (field.object(structured, 'task') ?? structured);
  const status = task === undefined ? undefined : field.text(task, 'status');
  const exitCode = task === undefined ? undefined : field.number(task, 'exitCode');
  return {
    text,
    contributes: 'command_output',
    display: status === undefined ? undefined : `Status: ${status}`,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...backgroundFields(task, preview),
  };
}

const stated = new Set(['stdout', 'stderr', 'output', 'result', 'prompt', 'stdoutLines', 'stderrLines', 'exitCode']);

function backgroundFields(task: JsonObject | undefined, preview: string | undefined): Pick<ResultFields, 'fields'> {
  const fields = { ...snakeFields(task, stated), ...(preview === undefined ? {} : { preview }) };
  return Object.keys(fields).length === 0 ? {} : { fields };
}
