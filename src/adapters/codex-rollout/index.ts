import type { Adapter } from '../contract.ts';
import { createConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';
import { knownRecords, readRollouts } from './records.ts';

export type { IgnoreReason } from './detect.ts';

/** Rollout files of Codex (in `~/.codex/sessions`), enveloped and bare, with the agents they started. */
export const codexRollout = {
  descriptor,
  detect,
  parse: readRollouts,
  createConverter,
  streams: (names) => names.map((_, index) => [index]),
  knownRecords,
} satisfies Adapter<unknown, IgnoreReason>;
