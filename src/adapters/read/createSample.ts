import type { Sample } from '../contract.ts';
import { isJsonObject, type JsonObject } from './jsonObject.ts';
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

/** The JSON document with which a sample begins. */
interface SampleDocument {
  /** Undefined if the sample does not begin like one. */
  readonly value: unknown;
  /** Whether the file is this document and nothing else, in plain JSON. */
  readonly whole: boolean;
}

const documents = new WeakMap<Sample, SampleDocument>();

/**
 * The part of a JSON document that a sample shows, whatever the layout and wherever the sample is cut. Undefined if the file does not begin
 * like a JSON document. Computed once for all adapters.
 */
export function documentHead(sample: Sample): unknown {
  return documentOf(sample).value;
}

/** The object that a file is, as plain JSON; undefined if it is anything else, or longer than the sample. Computed once for all adapters. */
export function wholeObject(sample: Sample): JsonObject | undefined {
  const { value, whole } = documentOf(sample);
  return whole && isJsonObject(value) ? value : undefined;
}

function documentOf(sample: Sample): SampleDocument {
  const known = documents.get(sample);
  if (known !== undefined) return known;
  const document = readSampleDocument(sample);
  documents.set(sample, document);
  return document;
}

/** The engine's reader is tried first: that of JSON with comments, which also reads what is cut, takes fifty times as long. */
function readSampleDocument({ text, cut }: Sample): SampleDocument {
  const start = text.trimStart();
  if (!/^[[{]/.test(start)) return { value: undefined, whole: false };
  const lineEnd = start.indexOf('\n');
  const first = lineEnd === -1 ? undefined : parsed(start.slice(0, lineEnd));
  if (first !== undefined) return { value: first.value, whole: !cut && start.slice(lineEnd).trim() === '' };
  const all = cut ? undefined : parsed(start);
  return all === undefined ? { value: readJsonc(text).value, whole: false } : { value: all.value, whole: true };
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
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
