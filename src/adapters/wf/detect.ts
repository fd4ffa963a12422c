import { claudeCode } from '../claude-code/index.ts';
import type { Descriptor, Detection, Sample } from '../contract.ts';
import { documentHead } from '../read/createSample.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { readJsonc } from '../read/readDocument.ts';
import {
  logLocation,
  recordType,
  recordTypes,
  rootOf,
  stepFileLocation,
  stepOf,
  taskKey,
  taskLocation,
} from './records.ts';
import { isStepText } from './steps.ts';

/** Why a record of the workflow's own files may be ignored, and why that loses nothing a person saw of a run. */
const ignores = {
  no_run: 'A configuration, state or task without any log beside it: nothing ran that could be shown.',
} as const;

export type WfReason = keyof typeof ignores | keyof typeof claudeCode.descriptor.ignores;

export const descriptor: Descriptor<WfReason> = {
  id: 'wf',
  label: 'wf / pawl workflow',
  specUrl: 'https://github.com/yansircc/pawl',
  marks: ['"step":', '"exit_code"', '"duration"', '"task_started"'],
  versionsSeen: ['8aa4da0', 'e938644', '25792bd', '1aebcb4', '51b1321', 'e0730f1', '4ecce21'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores: { ...claudeCode.descriptor.ignores, ...ignores },
};

/** Recognises the logs of the workflow tool in all its generations, and the files of a project that belong to them. */
export function detect(sample: Sample): Detection {
  return (
    detectStream(sample) ??
    detectTask(sample) ??
    detectStepFile(sample) ??
    detectLog(sample) ??
    detectDocument(sample) ?? { grade: 'no', because: 'neither a log nor a companion file of the workflow tool' }
  );
}

function detectStream({ name }: Sample): Detection | undefined {
  if (!/(?:^|\/)\.pawl\/streams\/[^/]+\.stream$/.test(name)) return undefined;
  const because = 'the live output of a step, which the log holds when the step has ended';
  return { grade: 'likely', because, role: { is: 'side', because } };
}

function detectTask({ name, text }: Sample): Detection | undefined {
  const location = taskLocation(name);
  if (location === undefined || !/^\s*---\r?\n(?:[^\n]*\n){0,40}?name:/.test(text)) return undefined;
  return { grade: 'likely', because: 'a task with its front matter', role: { is: 'part', key: taskKey(location) } };
}

/** The oldest generation wrote one file per step; the first one is the primary file of the run. */
function detectStepFile(sample: Sample): Detection | undefined {
  const { name, text } = sample;
  const location = stepFileLocation(name);
  if (location === undefined) return undefined;
  const value = documentHead(sample);
  const isMeta = isJsonObject(value) && 'step' in value && 'name' in value && 'status' in value;
  if (!isMeta && !isStepText(text)) return undefined;
  const because = 'the log of one step';
  const key = taskKey(location);
  const role =
    location.number === 1 ? ({ is: 'primary', key, shares: [location.root] } as const) : ({ is: 'part', key } as const);
  return { grade: 'certain', because, role };
}

function detectLog(sample: Sample): Detection | undefined {
  const records = sample.records.filter(isJsonObject);
  if (records.length === 0) return undefined;
  const location = logLocation(sample.name);
  const role = { is: 'primary', key: taskKey(location), shares: [location.root] } as const;
  if (records.some(isTyped)) return { grade: 'certain', because: 'its records are events of a workflow', role };
  // Without a type, all lines together must have the fields; where the tool keeps its logs one will do, for others may be damaged.
  const isAll = records.length === sample.records.length && records.every(isUntyped);
  if (!isAll && !(ownFolder.test(sample.name) && records.some(isUntyped))) return undefined;
  return { grade: 'likely', because: 'its records have a step, and nothing but what a step leaves', role };
}

/** Where the tool keeps its logs, beside what its agents leave elsewhere. */
const ownFolder = /(?:^|\/)\.(?:wf|pawl)\/logs\/[^/]+\.jsonl$/;

/** Types that other logs also use count only with the fields of a step. */
const ambiguousTypes = new Set(['command', 'in_window', 'checkpoint', 'task_started', 'task_reset', 'on_exit']);

function isTyped(record: JsonObject): boolean {
  const type = field.text(record, 'type');
  if (type === undefined || !recordTypes.has(type)) return false;
  const step = stepOf(record, 'step') ?? stepOf(record, 'to_step');
  if (!ambiguousTypes.has(type)) return step !== undefined && typeof record.ts === 'string';
  if (type === 'command') return step !== undefined && 'exit_code' in record && 'stdout' in record;
  if (type === 'in_window') return step !== undefined && 'transcript' in record;
  if (type === 'checkpoint') return step !== undefined && Object.keys(record).length === 2;
  return typeof record.ts === 'string' && /^\d{4}-/.test(record.ts) && Object.keys(record).length <= 6;
}

const untypedFields = new Set([
  'step',
  'exit_code',
  'duration',
  'stdout',
  'stderr',
  'session_id',
  'transcript',
  'status',
]);

function isUntyped(record: JsonObject): boolean {
  return (
    !('type' in record) &&
    recordType(record) !== undefined &&
    Object.keys(record).every((key) => untypedFields.has(key))
  );
}

function detectDocument(sample: Sample): Detection | undefined {
  const { name, cut } = sample;
  if (cut || !/\.jsonc?$/.test(name)) return undefined;
  // A configuration may begin with a comment.
  const value = sample.text.trimStart().startsWith('/') ? readJsonc(sample.text).value : documentHead(sample);
  if (!isJsonObject(value)) return undefined;
  const role = { is: 'part', key: rootOf(name) } as const;
  if (isConfig(value)) return { grade: 'certain', because: 'it defines the steps of a workflow', role };
  if (isStatus(value)) return { grade: 'certain', because: 'it has the state of tasks', role };
  if (['current_step', 'total_steps', 'run_id'].every((key) => key in value)) {
    const because = 'the answer of the status command, made from the log';
    return { grade: 'likely', because, role: { is: 'side', because } };
  }
  return undefined;
}

function isConfig({ workflow }: JsonObject): boolean {
  if (!Array.isArray(workflow)) return false;
  return workflow.length === 0 || workflow.some((step) => isJsonObject(step) && typeof step.name === 'string');
}

function isStatus({ tasks }: JsonObject): boolean {
  if (!isJsonObject(tasks)) return false;
  const states = Object.values(tasks);
  return (
    states.length > 0 && states.every((state) => isJsonObject(state) && 'current_step' in state && 'status' in state)
  );
}
