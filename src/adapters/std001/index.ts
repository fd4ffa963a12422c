import type { Adapter } from '../contract.ts';
import { companions } from './contents.ts';
import { createConverter, type IgnoreReason } from './convert.ts';
import { detect } from './detect.ts';
import { parse, type Std001Record } from './records.ts';

/** Sessions already in STD-001, in any version: upgraded to 3.1 and adopted. */
export const std001 = {
  descriptor: {
    id: 'std001',
    label: 'STD-001 session',
    specUrl: undefined,
    marks: ['"session_id"', '"tool_calls"', '"task_title"', '"phases"'],
    versionsSeen: ['1.0', '2.0', '2.1', '2.2', '2.3', '3.0', '3.1'],
    capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
    ignores: {
      unused_content: 'No item of the session refers to this file of its content folder.',
    },
  },
  detect,
  parse,
  createConverter,
  companions,
} satisfies Adapter<Std001Record, IgnoreReason>;
