import type { ContributionType, FilePatch, Outcome } from '../../../session/index.ts';
import { objectsOf } from '../../../session/internal.ts';
import type { AttachmentPart, CallResult } from '../../assembly.ts';
import { asList, asNumber, asObject, asText, fieldsOf, filledText, type JsonObject } from '../../read/jsonObject.ts';
import { joinTexts, readContent } from '../content.ts';
import { parsePatchText, patchesOfChanges, summarizePatches } from '../patches.ts';
import { type CallKind, type OpenCall, readArguments } from './book.ts';
import { durationOf } from './duration.ts';
import type { Output } from './output.ts';

const searching: ReadonlySet<string | undefined> = new Set(['search', 'list_files']);

/** The kind of context that a call's output is; for a command known only to read or search, what it found. */
function contributionOf(kind: CallKind, commandEnd: JsonObject | undefined): ContributionType | undefined {
  switch (kind) {
    case 'shell':
    case 'stdin':
    case 'script':
    case 'cell':
      return commandContribution(commandEnd);
    case 'patch':
    case 'spawn':
    case 'other':
      return undefined;
  }
}

function commandContribution(commandEnd: JsonObject | undefined): ContributionType {
  const steps = objectsOf(commandEnd?.parsed_cmd).map(({ type }) => asText(type));
  if (steps.length === 0) return 'command_output';
  if (steps.every((step) => step === 'read')) return 'file_content';
  return steps.every((step) => searching.has(step)) ? 'search_result' : 'command_output';
}

/** Longer answers are not parsed. */
const MAX_ANSWER = 16_384;

/** A one-line summary of the JSON answers of Codex's own tools; undefined for any other. */
function describeAnswer(text: string): string | undefined {
  if (!text.startsWith('{') || text.length > MAX_ANSWER) return undefined;
  const answer = readArguments(text);
  const started = filledText(answer.nickname) ?? filledText(answer.task_name) ?? filledText(answer.agent_id);
  if (started !== undefined) return `Started ${started}`;
  const answers = asObject(answer.answers);
  if (answers !== undefined) return choicesIn(answers).join('; ') || undefined;
  const stated = [...Object.values(fieldsOf(answer.status)), answer.previous_status].flatMap(statusIn);
  return stated.join('; ') || undefined;
}

/** What a person chose: `{question: {answers: […]}}`. */
function choicesIn(answers: JsonObject): string[] {
  return Object.values(answers).flatMap((each) =>
    asList(asObject(each)?.answers).flatMap((choice) => filledText(choice) ?? []),
  );
}

/** The state of an agent: `"running"`, `{completed: "…"}`. */
function statusIn(status: unknown): string[] {
  const word = asText(status);
  if (word !== undefined) return [word];
  return Object.entries(fieldsOf(status)).map(([state, message]) => `${state}: ${asText(message) ?? ''}`);
}

/** Beginnings of outputs that report a failure, of the tool or of what runs it. */
const failures = [
  'failed in sandbox',
  'failed to parse function arguments',
  'execution error:',
  'exec_command failed',
  'write_stdin failed',
  'apply_patch verification failed',
  'patch rejected',
  'unsupported call:',
  'unsupported custom tool call:',
  'tool call error:',
  'collab spawn failed',
  'collab tool failed',
  'collab manager unavailable',
] as const;

/** Beginnings that mean a failure only for a command or a patch. */
const commandFailures = ['error: ', 'sandbox error:', 'sandbox denied', 'command timed out'] as const;

/** How far into an output its writer may say why nothing was done, in characters. */
const HEAD = 400;

/** The outcome of a call by an output without exit code; undefined if the output gives none. */
export function failureOf(text: string, ofCommand: boolean): Outcome | undefined {
  const head = text.slice(0, HEAD).trimStart();
  if (head === 'aborted' || head.startsWith('aborted by user')) return 'interrupted';
  const starts = (beginning: string): boolean => head.startsWith(beginning);
  const failed = failures.some(starts) || (ofCommand && commandFailures.some(starts));
  if (!failed && !head.startsWith('Rejected(')) return undefined;
  return head.includes('rejected by user') || head.includes('rejected due to') ? 'denied' : 'failed';
}

/** The result of a call, from its output and from events about its end. */
export function resultOf(open: OpenCall, output: Output): CallResult {
  const { commandEnd, patchEnd } = open;
  const answer = open.serverEnd === undefined ? undefined : readServerEnd(open.serverEnd);
  const printed = printedExitCode(open, output);
  const exitCode = output.exitCode ?? asNumber(commandEnd?.exit_code) ?? printed;
  const whole = wholeText(open, output);
  const text = whole ?? answer?.text ?? output.text;
  const outcome = outcomeOf(open, { ...output, exitCode, text }, answer);
  const { patches, inferred } = patchesOf(open);
  const ok = outcome === 'succeeded';
  const running = output.processId ?? output.cellId;
  return {
    outcome,
    text: text === '' ? undefined : text,
    exitCode,
    durationMs: durationOf(commandEnd) ?? answer?.durationMs ?? output.durationMs,
    display: (ok ? summarizePatches(patches) : undefined) ?? displayOf(open, text, exitCode, running),
    error: ok || outcome === 'unknown' ? undefined : errorOf(text, exitCode, answer),
    truncated: output.truncated && whole === undefined,
    contributes: contributionOf(open.kind, commandEnd),
    stderr: filledText(commandEnd?.stderr) ?? filledText(patchEnd?.stderr),
    patches,
    attachments: attachmentsOf(output, answer),
    fields: {
      ...(output.lines === '' ? {} : { header: output.lines }),
      ...(running === undefined ? {} : { runs_on_as: running }),
      ...(output.truncated && whole !== undefined ? { cut_for_model: true } : {}),
      ...answer?.fields,
    },
    inferred: [
      ...(inferred ? ['output.result.patches'] : []),
      ...(printed === undefined ? [] : ['outcome', 'output.result.exit_code']),
    ],
    extensions: surroundingsOf(commandEnd),
  };
}

/** Where a command ran, and in which shell; the call itself contains only the command. */
function surroundingsOf(commandEnd: JsonObject | undefined): Record<string, unknown> | undefined {
  if (commandEnd === undefined) return undefined;
  const shell = filledText(asList(commandEnd.command)[0]);
  const cwd = filledText(commandEnd.cwd);
  return { ...(shell === undefined ? {} : { shell }), ...(cwd === undefined ? {} : { cwd }) };
}

/** The complete text, if the output is truncated and an event has it; undefined if the output is complete. */
function wholeText({ commandEnd }: OpenCall, output: Output): string | undefined {
  const whole =
    filledText(commandEnd?.aggregated_output) ?? filledText(commandEnd?.formatted_output) ?? streamsOf(commandEnd);
  return (output.truncated || output.text === '') && whole.length > output.text.length ? whole : undefined;
}

/** Both streams of a command, if its end has them only separately. */
function streamsOf(commandEnd: JsonObject | undefined): string {
  const out = asText(commandEnd?.stdout) ?? '';
  const err = asText(commandEnd?.stderr) ?? '';
  return out === '' || err === '' || out.endsWith('\n') ? out + err : `${out}\n${err}`;
}

/** Longer outputs are not the unchanged answer of one command. */
const MAX_PRINTED = 1 << 20;

/**
 * The exit code in an output that consists only of a shell's answer, as JSON. In a script that runs one command, such an output gives the
 * outcome of that command; the script itself only ever says that it completed.
 */
function printedExitCode({ onlyCommand }: OpenCall, { text, script }: Output): number | undefined {
  if (onlyCommand !== true || script !== 'completed') return undefined;
  const printed = text.trim();
  if (!printed.startsWith('{') || printed.length > MAX_PRINTED) return undefined;
  const answer = readArguments(printed);
  if (typeof answer.output !== 'string' || !Number.isSafeInteger(answer.exit_code)) return undefined;
  return asNumber(answer.exit_code);
}

function outcomeOf(open: OpenCall, output: Output, answer: ServerAnswer | undefined): Outcome {
  const { exitCode, text, success } = output;
  const ofCommand = open.kind === 'shell' || open.kind === 'patch';
  const stated = failureOf(text, ofCommand);
  if (stated !== undefined && exitCode === undefined) return stated;
  if (open.commandEnd?.status === 'declined' || open.patchEnd?.status === 'declined') return 'denied';
  if (exitCode !== undefined) return exitCode === 0 ? 'succeeded' : 'failed';
  if (success === false || answer?.failed === true || open.patchEnd?.success === false) return 'failed';
  if (output.script === 'failed') return scriptFailure(text);
  if (output.processId !== undefined || output.script === 'running') return 'unknown';
  return 'succeeded';
}

/** A script stopped by a guardian or a person says so in its error. */
function scriptFailure(text: string): Outcome {
  const head = text.slice(0, 400);
  return head.includes('rejected by user') || head.includes('rejected due to') ? 'denied' : 'failed';
}

function patchesOf({ patch, patchEnd }: OpenCall): { patches: FilePatch[]; inferred: boolean } {
  const applied = patchesOfChanges(patchEnd?.changes);
  if (applied.length > 0) return { patches: applied, inferred: false };
  const asked = patch === undefined ? [] : parsePatchText(patch);
  return { patches: asked, inferred: asked.some(({ change }) => change === 'modified' || change === 'renamed') };
}

/** A display line for outputs whose first line would be less informative. */
function displayOf(
  { kind }: OpenCall,
  text: string,
  exitCode: number | undefined,
  running: string | undefined,
): string | undefined {
  if (running !== undefined && text.trim() === '') return 'Still running';
  if (text.startsWith(scriptError)) return errorLine(text);
  if (text.trim() !== '') return kind === 'spawn' || kind === 'other' ? describeAnswer(text) : undefined;
  if (exitCode !== undefined && exitCode !== 0) return `Exit code ${exitCode}`;
  return kind === 'other' || kind === 'spawn' ? undefined : 'No output';
}

/** Maximum length of an error, in characters; the complete text is in the result. */
const MAX_ERROR = 400;

function errorOf(text: string, exitCode: number | undefined, answer: ServerAnswer | undefined): string {
  if (answer?.error !== undefined) return answer.error;
  const line = errorLine(text);
  if (exitCode !== undefined) return line === '' ? `Exit code ${exitCode}` : `Exit code ${exitCode}: ${line}`;
  return line === '' ? 'The call failed.' : line;
}

const scriptError = 'Script error:';

/** The first meaningful line; a script's error is below its heading. */
function errorLine(text: string): string {
  const body = text.trimStart();
  const rest = body.startsWith(scriptError) ? body.slice(scriptError.length).trimStart() : body;
  const end = rest.indexOf('\n');
  return rest.slice(0, end === -1 ? MAX_ERROR : Math.min(end, MAX_ERROR)).trim();
}

function attachmentsOf(output: Output, answer: ServerAnswer | undefined): CallResult['attachments'] {
  const attachments = output.attachments.length > 0 ? output.attachments : (answer?.attachments ?? []);
  return attachments.length === 0 ? undefined : attachments;
}

/** The answer of a server to a call. */
interface ServerAnswer {
  text: string | undefined;
  attachments: readonly AttachmentPart[];
  failed: boolean;
  error: string | undefined;
  durationMs: number | undefined;
  fields: Record<string, unknown>;
}

/**
 * Reads the end of a call of a server's tool: `{result: {Ok | Err}}` in events, `{result, error, status}` in completed
 * items, `{content_items, success, error}` of tools that the client brought along.
 */
export function readServerEnd(end: JsonObject): ServerAnswer {
  const result = asObject(end.result);
  const answer = asObject(result?.Ok) ?? (result?.Err === undefined ? result : undefined);
  const given = answer?.content ?? end.content_items;
  const plain = filledText(given);
  const content =
    plain === undefined ? readContent(given) : { texts: [{ text: plain, kind: undefined }], attachments: [] };
  const error = filledText(result?.Err) ?? filledText(end.error) ?? filledText(asObject(end.error)?.message);
  const flagged =
    answer?.isError === true || answer?.is_error === true || end.success === false || end.status === 'failed';
  const structured = answer?.structuredContent ?? answer?.structured_content;
  return {
    text: content.texts.length === 0 ? undefined : joinTexts(content.texts),
    attachments: content.attachments,
    failed: flagged || error !== undefined,
    error,
    durationMs: durationOf(end),
    fields: structured == null ? {} : { structured_content: structured },
  };
}

/** The name of a server's tool as the model knows it. */
export function serverToolName(server: unknown, tool: unknown): string {
  const name = asText(tool) ?? 'unknown';
  const host = filledText(server);
  return host === undefined ? name : `mcp__${host}__${name}`;
}
