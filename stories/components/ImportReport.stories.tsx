import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { ImportReport } from '../../src/components/index.ts';
import type { Provenance, Session } from '../../src/session/index.ts';
import { loadSample } from '../data/convertedSessions.ts';
import { replaySession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow, Panel } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const provenance: Provenance = {
  source_format: 'claude-code',
  sources: [
    { name: 'tidewatch/7c1f.jsonl', sha256: '7c1f'.repeat(16), bytes: 1_482_113, records: 441 },
    { name: 'tidewatch/7c1f/subagents/agent-explorer.jsonl', sha256: '0b22'.repeat(16), bytes: 96_220, records: 32 },
  ],
  account: {
    records: 473,
    converted: 424,
    unknown: 5,
    ignored: { file_history: 21, queue_step: 12, prompt_copy: 6, command_progress: 3 },
    dropped: 2,
  },
  diagnostics: { 'unknown-record': 5, 'unanswered-call': 1, 'torn-record': 1, 'glued-records': 1, 'invalid-record': 1 },
  redactions: { 'url-password': 2, 'github-token': 1 },
};

function imported(session_id: string, of: Provenance | undefined): Session {
  const { provenance: _, ...rest } = replaySession;
  return {
    ...rest,
    session_id,
    inferred: ['agent.capability_snapshot', 'completed_at'],
    ...(of === undefined ? {} : { provenance: of }),
  };
}

const meta = {
  title: 'Runs/ImportReport',
  component: ImportReport,
  argTypes: { session: { control: false } },
  args: { session: imported('imported', provenance) },
  decorators: [
    (Drawn, { parameters }) =>
      parameters.narrow === true ? (
        <Drawn />
      ) : (
        <Panel width={560}>
          <Drawn />
        </Panel>
      ),
  ],
} satisfies Meta<typeof ImportReport>;
export default meta;

type Story = StoryObj<typeof meta>;

/**
 * Most records converted, some ignored for a reason, some kept as unknown, two lost: the numbers add up, and the most severe come first.
 */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('473 records')).toBeVisible();
    await expect(canvas.getByText('2 dropped')).toBeVisible();
    const codes = canvas.getAllByText(/^[a-z]+-[a-z]+$/).map((each) => each.textContent);
    await expect(codes.indexOf('torn-record')).toBeLessThan(codes.indexOf('unanswered-call'));
    await expect(canvas.getByText('The last record of the file is cut off.')).toBeVisible();
  }),
};

/** Everything was converted, so there is nothing to report. */
export const Clean: Story = {
  args: {
    session: imported('imported-1', {
      ...provenance,
      account: { records: 12, converted: 12, unknown: 0, ignored: {}, dropped: 0 },
      diagnostics: {},
      redactions: {},
    }),
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Nothing to report.')).toBeVisible();
  }),
};

/** A hand-written session without a source. */
export const Nothing: Story = {
  tags: ['case'],
  args: { session: imported('imported-2', undefined) },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('This session does not say where it comes from.')).toBeVisible();
  }),
};

/** The report that `pnpm etl` wrote for a sample. */
export const Converted: Story = {
  loaders: [async () => ({ session: await loadSample('codex-log') })],
  render: (_, { loaded }) => <ImportReport session={(loaded as { session: Session }).session} />,
};

/** Ten thousand files: the first ones are shown, and more on request. */
export const TenThousand: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show 9,988 more' }));
    await expect(canvas.getByText('211.jsonl')).toBeInTheDocument();
  }),
  args: {
    session: imported('imported-3', {
      ...provenance,
      sources: Array.from({ length: 10_000 }, (_, n) => ({
        ...provenance.sources[0],
        name: `logs/${n}.jsonl`,
      })) as Provenance['sources'],
    }),
  },
};

export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  parameters: { narrow: true },
  globals: { language: 'zh' },
  decorators: [
    (Drawn) => (
      <Narrow>
        <Drawn />
      </Narrow>
    ),
  ],
};

const word = 'tide'.repeat(500);

/** Unknown codes, and names with markup. */
export const Hostile: Story = {
  tags: ['case'],
  args: {
    session: imported('imported-4', {
      ...provenance,
      source_format: `<b>${word}`,
      sources: [{ name: `\u202e${word}/<img src=x>`, sha256: '', bytes: 0, records: 0 }],
      account: { ...provenance.account, ignored: { [`\u200b${word}`]: 3, constructor: 1 } },
      diagnostics: { __proto__: 1, constructor: 2, [`<script>${word}`]: 4 } as unknown as Provenance['diagnostics'],
    }),
  },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};
