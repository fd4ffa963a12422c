import type { ItemScope } from '../../src/components/index.ts';
import type { MessageEvent, PlanEvent, PlanItem, ToolCall, ToolCategory } from '../../src/session/index.ts';

/** Start time of the stories' sessions. */
export const sessionStart = '2026-03-14T08:05:00.000Z';

/** A time of the story, in seconds from its beginning. */
export function at(seconds: number): string {
  return new Date(Date.parse(sessionStart) + seconds * 1000).toISOString();
}

/** The scope of the stories' items. */
export const scope: ItemScope = {
  startedAt: sessionStart,
  cwd: '/home/mara/tidewatch',
  sources: ['tidewatch/7c1f.jsonl'],
  // Nothing that a server would have to find.
  contentUrl: (ref) => `data:text/plain,${ref.sha256.slice(0, 8)}`,
};

/** Fields of a call that a story sets; the others have defaults. */
export interface CallDraft
  extends Partial<
    Pick<
      ToolCall,
      'branch' | 'content_refs' | 'context_contribution' | 'duration_ms' | 'inferred' | 'outcome' | 'subagent_info'
    >
  > {
  /** Seconds from the beginning. */
  seconds?: number;
  params?: Record<string, unknown>;
  description?: string;
  command?: string;
  result?: ToolCall['output']['result'];
  error?: string;
  truncated?: boolean;
}

interface Builders {
  /** Makes a call that a session could hold. */
  call(tool_name: string, tool_category: ToolCategory, draft?: CallDraft): ToolCall;
  /** Makes a message. */
  message(role: MessageEvent['role'], text: string, more?: Partial<MessageEvent>): MessageEvent;
  /** Makes a checklist; a line is an item, `[x]` done, `[>]` in progress, anything else not begun. */
  plan(lines: readonly string[], more?: Partial<PlanEvent>): PlanEvent;
}

/**
 * Builders whose items are numbered from `first` on. Each file has builders of its own, so that a story does not depend on which stories
 * were loaded before it; files whose items share a session begin at different numbers.
 */
export function createBuilders(first = 1): Builders {
  let calls = first;
  let events = first;

  function call(tool_name: string, tool_category: ToolCategory, draft: CallDraft = {}): ToolCall {
    const { seconds = 4128, params = {}, description, command, result, error, truncated, ...rest } = draft;
    const number = calls++;
    const duration_ms = rest.duration_ms ?? 20;
    const failed = (rest.outcome ?? 'succeeded') !== 'succeeded' && rest.outcome !== 'unknown';
    return {
      call_id: `tool-${String(number).padStart(3, '0')}`,
      seq: number,
      tool_name,
      tool_category,
      started_at: at(seconds),
      ended_at: at(seconds + duration_ms / 1000),
      duration_ms,
      input: {
        params,
        ...(description === undefined ? {} : { description }),
        ...(command === undefined ? {} : { raw_command: command }),
      },
      output: {
        status: failed ? 'failed' : 'success',
        ...(result === undefined ? {} : { result }),
        ...(error === undefined ? {} : { error }),
        ...(truncated === undefined ? {} : { truncated }),
      },
      source_ref: {
        source: 0,
        line: 118 + number,
        byte_offset: 40_960,
        byte_length: 1904,
        native_id: `toolu_01TideStory${number}`,
      },
      ...rest,
    };
  }

  function message(role: MessageEvent['role'], text: string, more: Partial<MessageEvent> = {}): MessageEvent {
    const number = events++;
    return { event_id: `event-${number}`, seq: number, at: at(4100 + number), type: 'message', role, text, ...more };
  }

  function plan(lines: readonly string[], more: Partial<PlanEvent> = {}): PlanEvent {
    const number = events++;
    const items = lines.map((line): PlanItem => {
      const text = line.replace(/^\[.\] /, '');
      const status = line.startsWith('[x]') ? 'completed' : line.startsWith('[>]') ? 'in_progress' : 'pending';
      return { text, status };
    });
    return { event_id: `event-${number}`, seq: number, at: at(4100 + number), type: 'plan', items, ...more };
  }

  return { call, message, plan };
}
