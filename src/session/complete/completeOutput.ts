import type { Carrier } from '../carrier/openCarrier.ts';
import { isJsonObject, type JsonObject } from '../json/values.ts';
import { type Outcome, outcome as outcomeSchema } from '../schema/itemParts.ts';

const words: Readonly<Record<Outcome, string>> = {
  succeeded: 'success succeeded completed complete done finished ok passed',
  failed: 'failed failure fail error errored timeout',
  denied: 'denied rejected blocked',
  interrupted: 'interrupted',
  cancelled: 'cancelled canceled aborted skipped',
  unanswered: 'pending running in_progress started',
  unknown: 'unknown partial warning',
};

const outcomes = new Map(
  outcomeSchema.options.flatMap((outcome) => words[outcome].split(' ').map((word) => [word, outcome] as const)),
);

/** What v3.0 calls the status of an outcome: what nobody knows to have failed is a success. */
function statusOf(outcome: Outcome): 'success' | 'failed' {
  return outcome === 'succeeded' || outcome === 'unknown' ? 'success' : 'failed';
}

/** The output of a call with a status, and a result that is an object with a display of one line. */
export function completeOutput(raw: unknown, carrier: Carrier): { output: JsonObject; outcome: Outcome } {
  const fields = outputFields(raw, carrier);
  const outcome = outcomeOf(fields, carrier);
  const result = completeResult(fields.result);
  return {
    output: { ...fields, status: statusOf(outcome), ...(result === undefined ? {} : { result }) },
    outcome,
  };
}

function outputFields(raw: unknown, carrier: Carrier): JsonObject {
  if (isJsonObject(raw)) return raw;
  if (typeof raw === 'string') return { result: raw };
  carrier.misfit(['output'], raw, 'an object');
  return {};
}

function outcomeOf({ status, error }: JsonObject, carrier: Carrier): Outcome {
  const guess = typeof error === 'string' && error !== '' ? 'failed' : 'unknown';
  if (typeof status === 'string') {
    const outcome = outcomes.get(status.trim().toLowerCase()) ?? guess;
    const written = statusOf(outcome);
    if (status !== written) carrier.replaced(['output', 'status'], status, written);
    return outcome;
  }
  carrier.misfit(['output', 'status'], status, 'a string');
  carrier.infer('output.status');
  return guess;
}

/** A result that is a text becomes its display; a display of several lines keeps its first one, and the text is whole. */
function completeResult(result: unknown): unknown {
  if (typeof result === 'string') return splitDisplay(result);
  if (!isJsonObject(result) || typeof result.display !== 'string') return result;
  const { display, ...rest } = result;
  const { text = display, ...split } = splitDisplay(display);
  if (split.display === display) return result;
  // A text of its own has the better right to the field.
  const name = 'text' in rest ? 'display_text' : 'text';
  return { ...rest, ...split, [name]: text };
}

function splitDisplay(text: string): { display?: string; text?: string } {
  if (!/[\n\r]/.test(text)) return { display: text };
  const line = text.split(/[\n\r]+/).find((each) => each.trim() !== '');
  return { ...(line === undefined ? {} : { display: line }), text };
}
