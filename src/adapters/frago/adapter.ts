import type { Adapter } from '../contract.ts';
import { createFragoConverter, type FragoReason } from './convert.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';
import type { FragoRecord } from './records.ts';

/** Sessions that the Frago monitor watched: a folder with `metadata.json`, `steps.jsonl` and `summary.json`. */
export const frago = {
  descriptor: {
    id: 'frago',
    label: 'Frago session store',
    specUrl: 'https://github.com/tsaijamey/frago/blob/main/specs/010-agent-session-monitor/data-model.md',
    versionsSeen: ['2025-12', '2026-04'],
    capabilities: { times: 'each item', thinking: false, tokens: false, subagents: false, outcomes: false },
    ignores: {
      repeated_step:
        'The monitor and a later synchronisation both wrote the step: same transcript record, same text; the first one is kept.',
    },
  },
  detect,
  parse,
  createConverter: (assembly, { names }) => createFragoConverter(assembly, names),
} satisfies Adapter<FragoRecord, FragoReason>;
