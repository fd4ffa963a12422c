import { claudeCode } from '../claude-code/index.ts';
import type { Descriptor, Detection, Sample } from '../contract.ts';
import { wholeObject } from '../read/createSample.ts';
import { isJsonObject } from '../read/jsonObject.ts';
import { baseName, folderOf } from './records.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  repeated_step:
    'The monitor and a later synchronisation both wrote the step: same transcript record, same text; the first one is kept.',
  transcript_used:
    'A step is a digest of a record of the transcript, which is among the files and is converted instead.',
  transcript_copy: 'A second copy of the transcript is among the files; the first one is converted.',
} as const;

export type FragoReason = keyof typeof ignores | keyof typeof claudeCode.descriptor.ignores;

export const descriptor: Descriptor<FragoReason> = {
  id: 'frago',
  label: 'Frago session store',
  specUrl: 'https://github.com/tsaijamey/frago/blob/main/specs/010-agent-session-monitor/data-model.md',
  marks: ['"session_id"', '"agent_type"', '"step_id"', '"raw_content"'],
  versionsSeen: ['2025-12', '2026-04'],
  capabilities: { times: 'each item', thinking: false, tokens: false, subagents: false, outcomes: false },
  ignores: { ...claudeCode.descriptor.ignores, ...ignores },
};

const stepFields = ['step_id', 'session_id', 'type', 'content_summary'];
const metadataFields = ['session_id', 'agent_type', 'started_at', 'status'];
const summaryFields = ['session_id', 'total_duration_ms', 'final_status'];

/** Recognises the files of a session folder by their fields; the folder ties them together. */
export function detect(sample: Sample): Detection {
  const key = folderOf(sample.name);
  const hasAll = (record: unknown, fields: readonly string[]) =>
    isJsonObject(record) && fields.every((field) => Object.hasOwn(record, field));
  if (sample.records.some((record) => hasAll(record, stepFields))) {
    return { grade: 'certain', because: 'its lines are steps of a session', role: { is: 'primary', key } };
  }
  if (baseName(sample.name) === 'steps.jsonl' && stepFields.every((field) => sample.text.includes(`"${field}"`))) {
    const because = 'its name and its first line, which is longer than the sample';
    return { grade: 'likely', because, role: { is: 'primary', key } };
  }
  if (baseName(sample.name) === 'steps.jsonl' && sample.text.trim() === '') {
    return { grade: 'likely', because: 'its name; it has no line yet', role: { is: 'primary', key } };
  }
  if (/^# Session \S+\n- Status: /.test(sample.text)) {
    return { grade: 'certain', because: 'it is the summary of a session in Markdown', role: { is: 'part', key } };
  }
  const document = wholeObject(sample);
  if (hasAll(document, metadataFields)) {
    return { grade: 'certain', because: 'it has the fields of a monitored session', role: { is: 'part', key } };
  }
  if (hasAll(document, summaryFields)) {
    return { grade: 'certain', because: 'it has the fields of a session summary', role: { is: 'part', key } };
  }
  return { grade: 'no', because: 'it has the fields of no file of a session folder' };
}
