import { diagnose, type SourceRef, toIso } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter } from '../contract.ts';
import { hashBytes } from '../sha256.ts';
import { convertCalls } from './calls.ts';
import { describeRun } from './describeRun.ts';
import { convertPlan, convertReview, readReview } from './documents.ts';
import type { ReportLine } from './records.ts';
import { type PlanRun, readPlanRun } from './records.ts';

/** Each line becomes a session of its own: question, reviews and plan as events, the researcher's searches as calls. */
export function createPlannerConverter(assembly: Assembly, names: readonly string[]): Converter<unknown, never> {
  const keys = new Map<string, number>();
  return {
    record(value, ref) {
      const run = readPlanRun(value);
      if (run === undefined)
        return { dropped: 'malformed-record', message: 'The line has neither a question nor a plan.' };
      const at = { file: names[ref.source] ?? '', line: ref.line, byteOffset: ref.byte_offset };
      const sink = assembly.session(uniqueKey(run, keys));
      convertRun(run, sink, ref, (code, detail) => assembly.report(diagnose(code, { at, ...detail })));
      return 'converted';
    },
    end() {},
  };
}

/**
 * The earlier plans are not stored, only the last one: it stands where it was made, after the reviews that asked for
 * changes and before the one that judged it.
 */
function convertRun(run: PlanRun, sink: ReturnType<Assembly['session']>, ref: SourceRef, report: ReportLine): void {
  const reviews = (run.reviews ?? []).map((raw, index) => readReview(raw, index));
  sink.describe(describeRun(run, reviews));
  if (run.others?.timestamp !== undefined) report('invalid-time');
  if (run.question !== undefined) sink.message({ role: 'user', text: run.question, ref });
  if (run.context !== undefined && run.context.trim() !== '') {
    sink.message({ role: 'user', text: run.context, origin: 'context', ref });
  }
  for (const review of reviews.slice(0, -1)) convertReview(review, sink, ref, report);
  if (run.plan !== undefined) convertPlan(run.plan, run.steps, sink, ref, report);
  for (const review of reviews.slice(-1)) convertReview(review, sink, ref, report);
  convertCalls(run, sink, ref, report);
}

/** The log has no ids: time, question and plan make one, the same wherever the line stands. */
function uniqueKey({ endedMs, question, plan }: PlanRun, keys: Map<string, number>): string {
  const stamp = endedMs === undefined ? 'undated' : toIso(endedMs).replaceAll(/\D/g, '').slice(0, 14);
  const words = JSON.stringify([stamp, question, plan?.topic, plan?.goal]);
  const key = `plan-${stamp}-${hashBytes(new TextEncoder().encode(words)).slice(0, 8)}`;
  const count = (keys.get(key) ?? 0) + 1;
  keys.set(key, count);
  return count === 1 ? key : `${key}-${count}`;
}
