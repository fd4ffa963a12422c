import type { Session } from '../../src/session/index.ts';
import { notice } from './events.ts';
import { hostileCalls, hostileMessage } from './hostile.ts';
import { replaySession } from './replaySession.ts';

const word = 'tide'.repeat(800);

/** A session with hostile text in every kind of row. */
export const hostileSession: Session = {
  ...replaySession,
  session_id: 'hostile',
  task_title: '<script>alert(1)</script> \u202eelbat \u200b',
  sub_sessions: [],
  tool_calls: hostileCalls.map((call, at) => ({ ...call, call_id: `tool-${at + 1}`, seq: at + 10 })),
  events: [
    { ...hostileMessage, seq: 1 },
    { event_id: 'h-2', seq: 2, type: 'thinking', text: `<b>bold</b> \u202e ${word}` },
    { ...notice('hook', `<img src=x onerror=alert(1)>\n${word}`), event_id: 'h-3', seq: 3 },
    { event_id: 'h-4', seq: 4, type: 'unknown', record_type: `</span>\u202e${word}`, raw: { __proto__: 'x' } },
    { event_id: 'h-5', seq: 5, type: 'review', attempt: 1, action: 'request_changes', feedback: `<i>no</i> ${word}` },
    { event_id: 'h-6', seq: 6, type: 'usage', usage: { input: 1, '<b>odd</b>': 2 }, model: `\u2066${word}` },
    { event_id: 'h-7', seq: 7, type: 'plan', items: [{ text: `<u>${word}</u>`, status: 'in_progress' }] },
  ],
  phase_annotations: [
    {
      annotation_id: 'h-ann',
      phase_type: 'explore',
      tool_call_range: { start_call_id: 'tool-1', end_call_id: `tool-${hostileCalls.length}` },
      annotated_by: 'auto',
      annotated_at: replaySession.created_at,
      confidence: 'low',
      description: `<b>phase</b> \u202e${word}`,
      decisions: [{ decision_id: 'd', type: 'retry', description: `<script>${word}</script>` }],
      context_used: [{ type: 'rule', source: `\u202e${word}`, relevance: 'low', quoted_content: '<img src=x>' }],
    },
  ],
};
