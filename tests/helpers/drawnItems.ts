import type {
  NoticeKind,
  Outcome,
  PlanItem,
  ReviewEvent,
  SessionEvent,
  ToolCall,
  ToolCategory,
} from '../../src/session/index.ts';
import type { Run } from './drawnSession.ts';

/** Milliseconds of a drawn time, NaN for `-`; undefined where it is not a time. */
export function readTime(time: string): number | undefined {
  if (time === '-') return Number.NaN;
  if (!/^(\d+:)?\d+:\d\d(\.\d{1,3})?$/.test(time)) return undefined;
  return Math.round(time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}

type EventFields = SessionEvent extends infer Event ? Omit<Event & SessionEvent, 'event_id' | 'seq'> : never;

/** The fields of a drawn event; undefined where the line is not an event. */
export function readEvent(rest: string, run: Run): Partial<EventFields> | undefined {
  const unknown = /^unknown\((.*)\)$/.exec(rest);
  if (unknown !== null) return { type: 'unknown', record_type: unknown[1] ?? '', raw: { type: unknown[1] } };
  const [, kind = '', , detail = '', text = ''] = /^([a-z]+(?: by call)?)(\(([^)]*)\))?:\s*(.*)$/.exec(rest) ?? [];
  switch (kind) {
    case 'user':
    case 'assistant':
    case 'system':
      return {
        type: 'message',
        role: kind,
        text,
        ...(detail === '' ? {} : { origin: detail }),
      } as Partial<EventFields>;
    case 'thinking':
      return { type: 'thinking', ...(text === '' ? { omitted: true } : { text }) } as Partial<EventFields>;
    case 'plan':
      return { type: 'plan', items: readPlan(text) };
    case 'plan by call':
      return { type: 'plan', items: readPlan(text), call_id: run.calls.at(-1)?.call_id ?? '' };
    case 'usage': {
      const usage = Object.fromEntries(
        text
          .split(', ')
          .map((pair) => pair.split(' '))
          .map(([key, n]) => [key, Number(n)]),
      );
      return { type: 'usage', usage, ...(detail === '' ? {} : { model: detail }) } as Partial<EventFields>;
    }
    case 'notice': {
      const tokens = /^(\d+) -> (\d+)$/.exec(text);
      const counts = tokens === null ? {} : { tokens_before: Number(tokens[1]), tokens_after: Number(tokens[2]) };
      return { type: 'notice', kind: detail as NoticeKind, text, ...counts };
    }
    case 'review': {
      const [attempt, action] = detail.split(', ');
      return { type: 'review', attempt: Number(attempt), action: action as ReviewEvent['action'], feedback: text };
    }
    default:
      return undefined;
  }
}

const planMarks: Record<string, PlanItem['status']> = { x: 'completed', '>': 'in_progress', ' ': 'pending' };

function readPlan(text: string): PlanItem[] {
  return text.split(', ').map((item) => ({ text: item.slice(4), status: planMarks[item.charAt(1)] ?? 'pending' }));
}

const outcomes = 'succeeded|failed|denied|interrupted|cancelled|unanswered|unknown';
const callPattern = new RegExp(
  `^([A-Za-z_]\\w*)\\((.*?)\\)((?: \\d+(?:ms|s|m|h)(?:\\d+(?:ms|s|m|h))*)?)( (?:${outcomes}))?( as [\\w-]+)?(: .*)?$`,
);

/** A drawn call; undefined where the line is not a call. */
export function readCall(rest: string, run: Run, at: string | undefined, base: number): ToolCall | undefined {
  const match = callPattern.exec(rest);
  if (match === null) return undefined;
  const [, name = '', argument = '', duration = '', told = '', agent = '', result = ''] = match;
  const outcome = (told.trim() || 'succeeded') as Outcome;
  const duration_ms = readDuration(duration);
  const started_at = at ?? (run.clock || new Date(base).toISOString());
  const display = result.slice(2);
  const failed = outcome !== 'succeeded' && outcome !== 'unknown';
  return {
    call_id: `${run.prefix}tool-${String(run.calls.length + 1).padStart(3, '0')}`,
    seq: run.seq,
    tool_name: name,
    tool_category: categories[name] ?? 'action',
    started_at,
    ended_at: new Date(Date.parse(started_at) + duration_ms).toISOString(),
    duration_ms,
    input: { params: argument === '' ? {} : { [params[name] ?? 'argument']: argument } },
    output: {
      status: failed ? 'failed' : 'success',
      ...(display === '' ? {} : { result: { display }, ...(failed ? { error: display } : {}) }),
    },
    outcome,
    ...(agent === '' ? {} : { subagent_info: { subagent_type: agent.slice(4), tool_uses: 0 } }),
    ...(at === undefined ? { inferred: ['started_at', 'ended_at'] } : {}),
  };
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function readDuration(text: string): number {
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h)/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
}

const categories: Record<string, ToolCategory> = {
  ...{ Read: 'perception', Grep: 'perception', Glob: 'perception', WebFetch: 'perception' },
  ...{ Task: 'interaction', Agent: 'interaction', AskUserQuestion: 'interaction' },
  ...{ ExitPlanMode: 'planning', TodoWrite: 'task_management' },
};

const params: Record<string, string> = {
  ...{ Bash: 'command', Read: 'file_path', Edit: 'file_path', Write: 'file_path' },
  ...{ Grep: 'pattern', Glob: 'pattern', WebFetch: 'url', Task: 'prompt', Agent: 'prompt' },
};
