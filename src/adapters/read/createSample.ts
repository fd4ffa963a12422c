import type { Sample } from '../contract.ts';
import { readJsonc } from './readDocument.ts';

/** Number of bytes of a file that detection sees. */
export const SAMPLE_BYTES = 64 * 1024;

/** Maximum number of records parsed for detection. */
const MAX_RECORDS = 50;

/** Creates a sample from a file's first bytes; `cut` says that the file is longer. */
export function createSample(name: string, head: Uint8Array, cut: boolean): Sample {
  const text = new TextDecoder('utf-8').decode(head.subarray(0, SAMPLE_BYTES));
  return { name, text, cut, records: parseRecords(text, cut) };
}

/** Reads the sample of a file. */
export async function readSample(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Sample> {
  const head = new Uint8Array(SAMPLE_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    const room = SAMPLE_BYTES - filled;
    head.set(chunk.subarray(0, room), filled);
    if (chunk.length > room) return createSample(name, head, true);
    filled += chunk.length;
  }
  return createSample(name, head.subarray(0, filled), false);
}

const heads = new WeakMap<Sample, { value: unknown }>();

/**
 * The part of a JSON document that a sample shows, whatever the layout and wherever the sample is cut. Undefined if the file does not begin
 * like a JSON document. Computed once for all adapters.
 */
export function documentHead(sample: Sample): unknown {
  const known = heads.get(sample);
  if (known !== undefined) return known.value;
  const isDocument = /^\s*[[{]/.test(sample.text);
  const value = isDocument ? readJsonc(sample.text).value : undefined;
  heads.set(sample, { value });
  return value;
}

function parseRecords(text: string, cut: boolean): unknown[] {
  const lines = text.split('\n', MAX_RECORDS + 1);
  if (cut && lines.length <= MAX_RECORDS) lines.pop();
  const records: unknown[] = [];
  for (const line of lines.slice(0, MAX_RECORDS)) {
    if (!/^\s*[[{]/.test(line)) continue;
    try {
      records.push(JSON.parse(line));
    } catch {
      // Torn, glued or no JSON at all: detection has the text too.
    }
  }
  return records;
}
