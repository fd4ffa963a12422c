import type { ChecklistState } from '../../src/replay/index.ts';
import type { NoticeEvent, NoticeKind, ThinkingEvent, UnknownEvent } from '../../src/session/index.ts';
import { at, createBuilders } from './builders.ts';

const { plan } = createBuilders(50);

let made = 0;

/** Makes a notice with a unique id. */
export function notice(kind: NoticeKind, text: string, more: Partial<NoticeEvent> = {}): NoticeEvent {
  made += 1;
  return { event_id: `notice-${kind}-${made}`, seq: 1, at: at(4300), type: 'notice', kind, text, ...more };
}

export const compaction = notice('compaction', '', {
  tokens_before: 133_441,
  tokens_after: 18_206,
  duration_ms: 142_000,
});

export const notices: readonly NoticeEvent[] = [
  compaction,
  notice('interruption', 'Request interrupted by user'),
  notice('hook', 'PostToolUse:Edit biome check src/stations', { duration_ms: 412 }),
  notice('api_error', 'Overloaded (529), attempt 3 of 10', { duration_ms: 8000 }),
  notice('error', 'The stream ended in the middle of a response'),
  notice('warning', 'Two stations share the name Husum'),
  notice('info', 'Session resumed'),
  notice('mode_change', 'plan → accept edits'),
  notice('model_change', 'claude-sonnet-4-6 → claude-opus-4-6'),
  notice('truncation', '18 of 40 lines'),
  notice('background_task', 'pnpm dev --host finished'),
  notice('retry', 'Attempt 2 of 3'),
  notice('orphan_result', 'toolu_01TideLost: 12 lines'),
  notice(
    'diff',
    '3 files, +24 −11\nsrc/stations/parseStation.ts | 6 +++---\nsrc/tides/local.ts | 12 ++++++------\ntests/october.test.ts | 17 +++++++++++++++++',
  ),
];

export const unknownRecord: UnknownEvent = {
  event_id: 'unknown-1',
  seq: 1,
  at: at(4310),
  type: 'unknown',
  record_type: 'tide-gauge-sync',
  raw: { type: 'tide-gauge-sync', stations: 214, note: '<b>inert</b>' },
};

export const thought: ThinkingEvent = {
  event_id: 'thinking-1',
  seq: 1,
  at: at(4105),
  type: 'thinking',
  text: 'The hour is right until the 25th and wrong after it, so it is not the harmonics: it must be summer time.\n\nWhere is the offset computed? If once per station, that explains it.',
};

export const withheldThought: ThinkingEvent = {
  event_id: 'thinking-2',
  seq: 2,
  at: at(4106),
  type: 'thinking',
  omitted: true,
};

export const planNow = plan(
  [
    '[x] Reproduce the October table',
    '[x] Keep the zone in Station',
    '[>] Ask for the offset at each tide',
    '[ ] Add the October case to the tests',
  ],
  { at: at(4172), explanation: 'Fix the hour after 25 October' },
);

/** The changes of `planNow`. */
export const planChanges: Pick<ChecklistState, 'entries' | 'removed'> = {
  entries: planNow.items.map((item, at) => ({
    item,
    change: [undefined, 'completed' as const, 'started' as const, 'added' as const][at],
  })),
  removed: [{ text: 'Correct the tables of 2025', status: 'pending' }],
};

export const chinesePlan = plan([
  '[x] 复现十月潮汐表',
  '[>] 站点保留时区名称',
  '[ ] 按每次高潮计算偏移',
  '[ ] 补充十月测试',
]);
