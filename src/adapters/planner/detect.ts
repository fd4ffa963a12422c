import type { Detection, Sample } from '../contract.ts';
import { wholeObject } from '../read/createSample.ts';
import { isJsonObject } from '../read/jsonObject.ts';
import { isPlan } from './records.ts';

/** Reports that the planner's tools write, by fields that only they have together. */
const reports: readonly { fields: readonly string[]; what: string }[] = [
  { fields: ['log_path', 'total', 'valid', 'invalid'], what: 'a report of the tool that validates review logs' },
  {
    fields: ['log_path', 'records_available', 'selected_record'],
    what: 'a report of the tool that replays review logs',
  },
  { fields: ['total', 'success', 'failures', 'plans'], what: 'a report of the tool that validates the planner' },
  { fields: ['prompt', 'llm_response', 'search_results'], what: 'the output of the planner project’s demo' },
];

/** Recognises logs of planner runs, lists of plans, and the reports of the planner's tools. */
export function detect(sample: Sample): Detection {
  const records = sample.records.filter(isJsonObject);
  const run = records.find((record) => typeof record.question === 'string' && isJsonObject(record.plan));
  if (run !== undefined) {
    const because = 'its lines have a question and a plan';
    return { grade: 'certain', because, role: { is: 'primary', key: sample.name } };
  }
  const [first] = records;
  if (first !== undefined && isPlan(first) && sample.records.length === records.length) {
    const because = 'its lines are plans with topic, goal and steps';
    return { grade: 'certain', because, role: { is: 'primary', key: sample.name } };
  }
  if (records.length === 0 && isHugeLine(sample)) {
    const because = 'its first line names a question and a plan, and is longer than the sample';
    return { grade: 'likely', because, role: { is: 'primary', key: sample.name } };
  }
  const report = reportOf(sample);
  if (report !== undefined) return { grade: 'certain', because: report, role: { is: 'side', because: report } };
  return { grade: 'no', because: 'no line has a question and a plan' };
}

function isHugeLine({ text, cut }: Sample): boolean {
  const line = text.trimStart();
  return cut && line.startsWith('{') && line.includes('"question"') && line.includes('"plan"');
}

function reportOf(sample: Sample): string | undefined {
  if (!sample.text.trimStart().startsWith('{')) return undefined;
  const has = hasFieldOf(sample);
  return reports.find(({ fields }) => fields.every(has))?.what;
}

/** A test for top-level fields; in a cut document, for the names anywhere. */
function hasFieldOf(sample: Sample): (name: string) => boolean {
  if (sample.cut) return (name) => sample.text.includes(`"${name}"`);
  const document = wholeObject(sample);
  return (name) => document !== undefined && Object.hasOwn(document, name);
}
