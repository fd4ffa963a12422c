import type { FilePatch, Outcome } from '../../../session/index.ts';
import type { CallResult } from '../../assembly.ts';
import { asList, asNumber, asText, asWords, durationOf, type Fields } from '../narrow.ts';
import { parsePatchText } from '../patches/parsePatchText.ts';
import { patchesOfChanges } from '../patches/patchesOfChanges.ts';
import { summarizePatches } from '../patches/summarizePatches.ts';
import type { OpenCall } from './callBook.ts';
import { contributionOf } from './contributionOf.ts';
import { describeAnswer } from './describeAnswer.ts';
import { failureOf } from './failureOf.ts';
import { readArguments } from './readArguments.ts';
import type { Output } from './readOutput.ts';
import { readServerEnd, type ServerAnswer } from './readServerEnd.ts';

/** The result of a call out of its output and of what events told of its end. */
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
    stderr: asWords(commandEnd?.stderr) ?? asWords(patchEnd?.stderr),
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

/** Where a command ran, and in which shell; the call itself names only the command. */
function surroundingsOf(commandEnd: Fields | undefined): Record<string, unknown> | undefined {
  if (commandEnd === undefined) return undefined;
  const shell = asWords(asList(commandEnd.command)[0]);
  const cwd = asWords(commandEnd.cwd);
  return { ...(shell === undefined ? {} : { shell }), ...(cwd === undefined ? {} : { cwd }) };
}

/** The whole text, where the output is cut and an event has it; undefined where the output is whole. */
function wholeText({ commandEnd }: OpenCall, output: Output): string | undefined {
  const whole =
    asWords(commandEnd?.aggregated_output) ?? asWords(commandEnd?.formatted_output) ?? streamsOf(commandEnd);
  return (output.truncated || output.text === '') && whole.length > output.text.length ? whole : undefined;
}

/** Both streams of a command, where its end keeps them apart and nothing joined. */
function streamsOf(commandEnd: Fields | undefined): string {
  const out = asText(commandEnd?.stdout) ?? '';
  const err = asText(commandEnd?.stderr) ?? '';
  return out === '' || err === '' || out.endsWith('\n') ? out + err : `${out}\n${err}`;
}

/** Longer outputs are not the answer of one command, printed as it is. */
const MAX_PRINTED = 1 << 20;

/**
 * The exit code in an output that is nothing but the answer of a shell, as JSON. Such an output of a script that runs
 * one command is what became of that command: the script itself only ever says that it completed.
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
  const told = failureOf(text, ofCommand);
  if (told !== undefined && exitCode === undefined) return told;
  if (open.commandEnd?.status === 'declined' || open.patchEnd?.status === 'declined') return 'denied';
  if (exitCode !== undefined) return exitCode === 0 ? 'succeeded' : 'failed';
  if (success === false || answer?.failed === true || open.patchEnd?.success === false) return 'failed';
  if (output.script === 'failed') return scriptFailure(text);
  if (output.processId !== undefined || output.script === 'running') return 'unknown';
  return 'succeeded';
}

/** A script that a guardian or a person stopped says so in its error. */
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

/** A line for outputs whose first line would say less. */
function displayOf(
  { kind }: OpenCall,
  text: string,
  exitCode: number | undefined,
  running: string | undefined,
): string | undefined {
  if (running !== undefined && text.trim() === '') return 'Still running';
  if (text.startsWith(scriptError)) return tellingLine(text);
  if (text.trim() !== '') return kind === 'spawn' || kind === 'other' ? describeAnswer(text) : undefined;
  if (exitCode !== undefined && exitCode !== 0) return `Exit code ${exitCode}`;
  return kind === 'other' || kind === 'spawn' ? undefined : 'No output';
}

/** Longest error, in characters; the whole text stands in the result. */
const MAX_ERROR = 400;

function errorOf(text: string, exitCode: number | undefined, answer: ServerAnswer | undefined): string {
  if (answer?.error !== undefined) return answer.error;
  const line = tellingLine(text);
  if (exitCode !== undefined) return line === '' ? `Exit code ${exitCode}` : `Exit code ${exitCode}: ${line}`;
  return line === '' ? 'The call failed.' : line;
}

const scriptError = 'Script error:';

/** The first line that says something; a script's error stands below its heading. */
function tellingLine(text: string): string {
  const body = text.trimStart();
  const rest = body.startsWith(scriptError) ? body.slice(scriptError.length).trimStart() : body;
  const end = rest.indexOf('\n');
  return rest.slice(0, end === -1 ? MAX_ERROR : Math.min(end, MAX_ERROR)).trim();
}

function attachmentsOf(output: Output, answer: ServerAnswer | undefined): CallResult['attachments'] {
  const attachments = output.attachments.length > 0 ? output.attachments : (answer?.attachments ?? []);
  return attachments.length === 0 ? undefined : attachments;
}
