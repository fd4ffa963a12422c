import type { Outcome } from '../../../session/index.ts';
import type { CallResult } from '../../assembly.ts';
import type { RawResult, ResultFields } from './rawResult.ts';
import { isPersisted } from './readShellResult.ts';
import { withoutErrorTag } from './resultOutcome.ts';
import { isShell, readerOf } from './toolReaders.ts';

/** Where the CLI, or a tool, says that it left something out. */
const cutMark = /\.\.\. \[\d+ (?:characters|lines) truncated\] \.\.\./;

/** Looks for the words first: most results have none, and some are long. */
function isCut(text: string): boolean {
  return text.includes(' truncated] ...') && cutMark.test(text);
}

/** The fields of a call's result, read by its tool and its outcome. */
export function readResult(raw: RawResult, outcome: Outcome): Omit<CallResult, 'at' | 'ref'> {
  const fields = outcome === 'succeeded' || outcome === 'unknown' ? succeeded(raw) : failed(raw, outcome);
  const { call, attachments, text } = raw;
  return {
    outcome,
    ...(call?.measuredMs === undefined ? {} : { durationMs: call.measuredMs }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...fields,
    ...(fields.text === '' ? { text: undefined } : {}),
    ...(isPersisted(text) || isCut(text) ? { truncated: true } : {}),
  };
}

function succeeded(raw: RawResult): ResultFields {
  return readerOf(raw.call?.name ?? '')(raw);
}

/** A failed command still printed something; most other failures have only words. */
function failed(raw: RawResult, outcome: Outcome): ResultFields {
  const { call, twin } = raw;
  if (call !== undefined && isShell(call.name) && outcome !== 'denied' && outcome !== 'cancelled') {
    return failedCommand(raw, outcome);
  }
  if (twin === undefined) return { error: withoutErrorTag(raw.text) };
  // A structured copy beside a failure belongs to a tool that did its work and ended badly.
  const fields = succeeded(raw);
  const { exitCode } = fields;
  return { ...fields, error: exitCode === undefined ? firstLine(raw.text) || outcome : `Exit code ${exitCode}` };
}

const exitLine = /^Exit code (\d{1,9})(?:\n|$)/;

function failedCommand(raw: RawResult, outcome: Outcome): ResultFields {
  const bare = withoutErrorTag(raw.text);
  const [line, code] = exitLine.exec(bare) ?? [];
  const printed = line === undefined ? bare : bare.slice(line.length);
  const exitCode = code === undefined ? undefined : Number(code);
  const output = raw.twin === undefined ? { text: printed } : readerOf('bash')(raw);
  const said = line === undefined ? firstLine(printed) || 'Interrupted' : line.trim();
  return {
    ...output,
    contributes: 'command_output',
    error: outcome === 'interrupted' && line === undefined ? 'Interrupted' : said,
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return (end === -1 ? text : text.slice(0, end)).slice(0, 500);
}
