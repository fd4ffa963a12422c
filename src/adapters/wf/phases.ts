import { type ContextReference, type Decision, type PhaseType, toIso, toMillis } from '../../session/index.ts';
import type { LoggedRun } from './taskRun.ts';
import type { MadeCall } from './tasks.ts';

/** A step that read the reply of an earlier step's agent. */
export interface ReadReply {
  reader: MadeCall;
  writer: MadeCall;
  reply: string | undefined;
}

/** Words in step names by phase; the first match counts. */
const phaseWords: readonly (readonly [RegExp, PhaseType])[] = [
  [/\b(?:review|test|tests|testing|judge|verify|check|lint|approve|qa)\b|评审|审核|审查|测试|验证|检查/i, 'verify'],
  [/\b(?:explore|research|investigate|survey)\b|探索|调研/i, 'explore'],
  [/\b(?:understand|clarify)\b|理解|澄清/i, 'understand'],
  [/\b(?:plan|design|setup|set up|create|init|prepare|bootstrap)\b|计划|规划|设计|准备|创建/i, 'plan'],
  [
    /\b(?:develop|implement|build|code|work|fix|merge|deploy|release|cleanup|clean up|write)\b|开发|实现|构建|合并|清理|发布/i,
    'execute',
  ],
];

/** Maximum length of a quotation from a reply, in characters. */
const MAX_QUOTE = 500;

/** One annotation per execution of a step: the workflow itself divides the run, and the type follows from the name. */
export function annotatePhases(
  run: LoggedRun,
  replies: readonly ReadReply[],
  annotatedAt: string | number | undefined,
): void {
  const endedMs = toMillis(annotatedAt);
  if (endedMs === undefined) return;
  const readers = new Map(replies.map((reply) => [reply.reader, reply]));
  let before: MadeCall[] = [];
  for (const group of stepRuns(run.steps.calls.all)) {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) continue;
    const { step, attempt } = first;
    const name = run.commands.nameOf(step);
    const failed = attempt > 1 ? before.findLast((call) => call.step === step && call.failed) : undefined;
    const retries = run.commands.step(step)?.maxRetries;
    const context = group.flatMap((call) => contextOf(readers.get(call), run));
    run.sink.annotate({
      from: first.seq,
      to: last.seq,
      phase_type: phaseWords.find(([words]) => words.test(name))?.[1] ?? 'mixed',
      annotated_by: 'auto',
      annotated_at: toIso(endedMs),
      inferred: ['annotated_at'],
      confidence: 'medium',
      description: name,
      ...(attempt === 1 ? {} : { decisions: [retryDecision(step, attempt, name, failed)] }),
      ...(attempt === 1 && retries === undefined
        ? {}
        : {
            loop_info: {
              attempt_number: attempt,
              is_retry: attempt > 1,
              ...(retries === undefined ? {} : { max_attempts: retries + 1 }),
            },
          }),
      ...(context.length === 0 ? {} : { context_used: context }),
    });
    before = [...before.slice(-MAX_LOOK_BACK), ...group];
  }
}

/** Number of calls to look back for a failed attempt of the same step. */
const MAX_LOOK_BACK = 50;

/** Adjacent calls of the same attempt of a step. */
function* stepRuns(calls: readonly MadeCall[]): Generator<MadeCall[]> {
  let group: MadeCall[] = [];
  for (const call of calls) {
    const [first] = group;
    if (first !== undefined && (first.step !== call.step || first.attempt !== call.attempt)) {
      yield group;
      group = [];
    }
    group.push(call);
  }
  if (group.length > 0) yield group;
}

function retryDecision(step: number, attempt: number, name: string, failed: MadeCall | undefined): Decision {
  return {
    decision_id: `retry-${step}-${attempt}`,
    type: 'retry',
    description: `Run ${name} again`,
    ...(failed === undefined ? {} : { reasoning: 'The attempt before failed.' }),
  };
}

function contextOf(read: ReadReply | undefined, { commands }: LoggedRun): ContextReference[] {
  if (read === undefined) return [];
  const { writer, reply } = read;
  return [
    {
      type: 'tool_result',
      source: writer.nativeId,
      relevance: 'high',
      summary: `Reply of ${commands.nameOf(writer.step)}`,
      ...(reply === undefined ? {} : { quoted_content: reply.slice(0, MAX_QUOTE) }),
    },
  ];
}
