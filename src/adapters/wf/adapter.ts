import { claudeCode } from '../claude-code/adapter.ts';
import type { Adapter } from '../contract.ts';
import { createWfConverter } from './convert.ts';
import { descriptor, type WfReason } from './descriptor.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';
import { pointers } from './pointers.ts';
import type { WfRecord } from './records.ts';

/** Logs of the `wf` workflow tool (later `pawl`): a task's steps, with the transcripts of its agents. */
export const wf = {
  descriptor,
  detect,
  parse,
  createConverter: createWfConverter,
  pointers,
  told: claudeCode.told,
} satisfies Adapter<WfRecord, WfReason>;
