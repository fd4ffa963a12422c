import type { Adapter } from '../contract.ts';
import { createConverter } from './convert.ts';
import { descriptor, type IgnoreReason } from './descriptor.ts';
import { detect } from './detect.ts';
import { companions } from './files/fileKind.ts';
import { parse } from './parse.ts';
import { streams } from './streams.ts';
import { told } from './told.ts';

/** Transcripts of Claude Code, with those of its subagents. */
export const claudeCode = {
  descriptor,
  detect,
  parse,
  createConverter,
  streams,
  told,
  companions,
} satisfies Adapter<unknown, IgnoreReason>;
