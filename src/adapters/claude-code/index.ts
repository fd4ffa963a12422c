import type { Adapter } from '../contract.ts';
import { createConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';
import { companions, fileKind } from './files.ts';
import { knownRecords, parse } from './parse.ts';

/** Transcripts of Claude Code, with those of its subagents. */
export const claudeCode = {
  descriptor,
  detect,
  parse,
  createConverter,
  streams,
  knownRecords,
  companions,
} satisfies Adapter<unknown, IgnoreReason>;

/** Each transcript is read independently; outputs stored in separate files are read with the main transcript, which points to them. */
function streams(names: readonly string[]): readonly (readonly number[])[] {
  const kinds = names.map((name) => fileKind(name).is);
  const outputs = [...kinds.keys()].filter((index) => kinds[index] === 'output');
  const main = kinds.indexOf('main');
  const host = main === -1 ? outputs[0] : main;
  return [...kinds.keys()]
    .filter((index) => index === host || kinds[index] !== 'output')
    .map((index) => (index === host ? [index, ...outputs.filter((output) => output !== index)] : [index]));
}
