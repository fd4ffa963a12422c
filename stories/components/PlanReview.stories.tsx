import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { PlanReview } from '../../src/components/index.ts';
import type { Session } from '../../src/session/index.ts';
import { loadSample } from '../data/convertedSessions.ts';
import { planned } from '../data/plannedSession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Runs/PlanReview',
  component: PlanReview,
  argTypes: { session: { control: false } },
  args: { session: planned },
} satisfies Meta<typeof PlanReview>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Reviewed three times, with research that ran out of budget. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 2 })).toHaveTextContent('Tide tables without a network');
    await expect(canvas.getByText('Plan accepted')).toBeVisible();
    await expect(canvas.getByText('attempt 2')).toBeVisible();
    await expect(canvas.getByRole('rowheader', { name: /harmonic constants/ })).toBeVisible();
  }),
};

/** The session that `pnpm etl` made of a planner's log. */
export const Converted: Story = {
  tags: ['visual'],
  globals: { language: 'zh' },
  loaders: [async () => ({ session: await loadSample('planner') })],
  render: (_, { loaded }) => <PlanReview session={(loaded as { session: Session }).session} />,
};

/** A plan that was abandoned before any research. */
export const Failed: Story = {
  args: {
    session: {
      ...planned,
      session_id: 'planned-2',
      review: { attempts: [{ attempt: 1, action: 'abort', feedback: 'Not this season.' }] },
      telemetry: undefined,
    } as unknown as Session,
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Plan given up')).toBeVisible();
    await expect(canvas.queryByText('Research')).toBeNull();
  }),
};

/** A record with almost no content says so. */
export const Sparse: Story = {
  tags: ['case'],
  args: { session: { ...planned, session_id: 'planned-3', plan: {}, review: {}, telemetry: {} } },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Nobody reviewed this plan.')).toBeVisible();
    await expect(canvas.getByText('The plan has no steps.')).toBeVisible();
  }),
};

/** Draws nothing where the session is not a planner run. */
export const Empty: Story = {
  tags: ['case'],
  args: {
    session: {
      ...planned,
      session_id: 'planned-4',
      plan: undefined,
      review: undefined,
      telemetry: undefined,
    } as unknown as Session,
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('article')).toBeNull();
  }),
};

export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: {
    session: { ...planned, session_id: 'planned-6', plan: { ...planned.plan, steps: [], assumptions: [] } },
  },
  decorators: [
    (Drawn) => (
      <Narrow>
        <Drawn />
      </Narrow>
    ),
  ],
};

const word = 'tide'.repeat(500);

/** A hostile record: markup, overrides, invalid numbers, endless words. */
export const Hostile: Story = {
  tags: ['case'],
  args: {
    session: {
      ...planned,
      session_id: 'planned-5',
      plan: {
        topic: `<script>alert(1)</script>\u202e${word}`,
        steps: [
          {
            title: word,
            step_type: word,
            status: '\u200bDONE',
            notes: [{ claim: '<img src=x>', source: 'javascript:alert(1)', confidence: 1e9 }],
          },
          7,
          null,
        ],
        assumptions: [word, 3],
        risks: 'none',
        metadata: { reviewer: word, budget_tokens: 'many' },
      },
      review: { attempts: [{ attempt: 1e12, action: '__proto__', feedback: `<b>${word}</b>` }, 'no'] },
      telemetry: {
        researcher: { total_calls: -1, calls: [{ query: word, duration_seconds: -5, degradation_mode: word }] },
      },
    },
  },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};
