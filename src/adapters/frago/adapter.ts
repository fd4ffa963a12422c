import type { Adapter } from '../contract.ts';
import { createFragoConverter } from './convert.ts';
import { descriptor, type FragoReason } from './descriptor.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';
import { pointers } from './pointers.ts';
import type { FragoRecord } from './records.ts';

/** Sessions that the Frago monitor watched: a folder with `metadata.json`, `steps.jsonl` and `summary.json`. */
export const frago = {
  descriptor,
  detect,
  parse,
  createConverter: createFragoConverter,
  pointers,
} satisfies Adapter<FragoRecord, FragoReason>;
