import type { Adapter } from '../contract.ts';
import { createConverter } from './convert.ts';
import { descriptor, type IgnoreReason } from './descriptor.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';
import { streams } from './streams.ts';

/** Transcripts of Claude Code, with those of its subagents. */
export const claudeCode = {
  descriptor,
  detect,
  parse,
  createConverter,
  streams,
} satisfies Adapter<unknown, IgnoreReason>;
