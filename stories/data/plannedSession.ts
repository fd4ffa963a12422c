import type { Session } from '../../src/session/index.ts';
import { replaySession } from './replaySession.ts';

/** A planner run: a plan, three reviews, research. */
export const planned: Session = {
  ...replaySession,
  session_id: 'planned',
  task_title: 'Tide tables without a network',
  tool_calls: [],
  events: [],
  sub_sessions: [],
  phase_annotations: [],
  plan: {
    topic: 'Tide tables without a network',
    goal: 'Say what it takes to compute a table on a phone that has no signal',
    assumptions: ['Constants of a station change less than once a year', 'A phone keeps 40 MB for us'],
    risks: ['Surges are not in the constants', 'The licence of the constants may forbid copies'],
    steps: [
      {
        id: 'step-1',
        title: 'Collect harmonic constants',
        step_type: 'RESEARCH',
        expected_outcome: 'Sources with their licences',
        status: 'COMPLETED',
        execution_result: 'Two sources may be copied',
        notes: [
          {
            claim: 'Thirty-seven constituents are enough for the coast',
            source: 'https://tides.example.org/constituents',
            confidence: 0.8,
          },
          {
            claim: 'River mouths need shallow-water terms',
            source: 'https://tides.example.org/shallow',
            confidence: 0.55,
          },
        ],
      },
      {
        id: 'step-2',
        title: 'Measure the size of a year',
        step_type: 'PROCESS',
        expected_outcome: 'Bytes a station',
        status: 'IN_PROGRESS',
      },
      {
        id: 'step-3',
        title: 'Ask the harbour office',
        step_type: 'REVIEW',
        expected_outcome: 'Their consent',
        status: 'BLOCKED',
      },
      {
        id: 'step-4',
        title: 'Write the proposal',
        step_type: 'SYNTHESIZE',
        expected_outcome: 'One page',
        status: 'PENDING',
      },
    ],
    metadata: { locale: 'en-GB', reviewer: 'Mara', budget_tokens: 8000, budget_cost_usd: 2.5 },
  },
  review: {
    attempts: [
      {
        attempt: 1,
        action: 'request_changes',
        feedback: 'What does it cost?\nAnd who keeps the constants up to date?',
      },
      { attempt: 2, action: 'request_changes', feedback: 'Leave the surge models out.' },
      { attempt: 3, action: 'accept_plan', feedback: '' },
    ],
  },
  telemetry: {
    researcher: {
      total_calls: 4,
      total_notes: 5,
      total_duration_seconds: 7.32,
      total_results: 14,
      degradation_modes: ['budget'],
      calls: [
        {
          step_id: 'step-1',
          query: 'harmonic constants licence',
          note_count: 3,
          duration_seconds: 2.6,
          result_count: 6,
        },
        {
          step_id: 'step-1',
          query: 'shallow-water constituents',
          note_count: 1,
          duration_seconds: 1.9,
          result_count: 5,
        },
        { step_id: 'step-2', query: 'size of a tide table', note_count: 1, duration_seconds: 2.1, result_count: 3 },
        {
          step_id: 'step-3',
          query: 'harbour office contact',
          note_count: 0,
          duration_seconds: 0.72,
          result_count: 0,
          degradation_mode: 'budget',
        },
      ],
    },
  },
};
