import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ComponentProps, ReactElement } from 'react';
import { useState } from 'react';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { SessionCompare } from '../../src/components/index.ts';
import { createManualClock, createReplay, type ManualClock, type Replay } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { emptyRun, failedRun, firstRun, longRuns, secondRun } from '../data/comparedSessions.ts';
import { loadSample } from '../data/convertedSessions.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { inTests } from '../inTests.ts';

type CompareProps = ComponentProps<typeof SessionCompare>;

const frame = { height: 760, display: 'grid' } as const;

const meta = {
  title: 'Lists/SessionCompare',
  component: SessionCompare,
  parameters: { layout: 'fullscreen' },
  args: { left: firstRun, right: secondRun },
  decorators: [
    (Story) => (
      <div style={frame}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof SessionCompare>;
export default meta;

type Story = StoryObj<typeof meta>;
interface Canvas {
  getAllByRole: (role: 'row') => HTMLElement[];
}

const rowsOf = (canvas: Canvas): HTMLElement[] =>
  canvas.getAllByRole('row').filter((row) => row.dataset.row !== undefined);
const kinds = (canvas: Canvas): (string | undefined)[] => rowsOf(canvas).map((row) => row.dataset.is);
const focusedRow = (): string => document.activeElement?.textContent ?? '';

/** Two runs of one task, by two models. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: /^Comparison of Show tides .+ second attempt$/ })).toBeVisible();
    await expect(canvas.getByRole('grid')).toHaveAttribute('aria-rowcount', '17');
    const figures = within(canvas.getByRole('table'));
    await expect(figures.getByRole('row', { name: /^Difference/ })).toHaveTextContent(/\u22125.*\u22122/);
    await expect(canvas.getByText('7 only in A')).toBeVisible();
    await expect(canvas.getByRole('status', { name: '' })).toHaveTextContent('9 differences');
  }),
};

/** By keyboard alone: from difference to difference, details, filters, clocks. */
export const Keyboard: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    const [first] = rowsOf(canvas);
    first?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(focusedRow()).toMatch(/Only in A.*Thinking|Thinking.*Only in A/);
    await userEvent.keyboard('n');
    await expect(focusedRow()).toMatch(/find where offsets are cached/);
    await expect(canvas.getByText('Difference 2 of 9')).toBeVisible();
    await userEvent.keyboard('pp');
    await expect(canvas.getByText('Difference 9 of 9')).toBeVisible();
    await expect(focusedRow()).toMatch(/Changed.*text/);
    await userEvent.keyboard('{Enter}');
    const details = within(await canvas.findByRole('complementary', { name: 'What differs' }));
    await expect(details.getByRole('group', { name: 'Details of A' })).toBeVisible();
    await expect(details.getByRole('heading', { name: 'Text', level: 3 })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('complementary')).toBeNull();
    await expect(focusedRow()).toMatch(/Changed.*text/);
    await userEvent.keyboard('d');
    await expect(canvas.getByRole('switch', { name: 'Only differences' })).toHaveAttribute('aria-checked', 'true');
    await expect(kinds(canvas)).not.toContain('same');
    await userEvent.keyboard('d{Home}');
    await expect(focusedRow()).toMatch(/Same/);
    await userEvent.keyboard('{End}{PageUp}{PageDown}{ArrowUp}');
    await expect(focusedRow()).toMatch(/git commit/);
    await userEvent.keyboard('l');
    await expect(canvas.getByRole('switch', { name: 'Link clocks' })).toHaveAttribute('aria-checked', 'false');
    await userEvent.keyboard('s');
    await expect(canvas.getByRole('button', { name: /^B / })).toHaveAttribute('aria-pressed', 'true');
  }),
};

/** Differences within a call: its input and output line by line, above the details of either side. */
export const Details: Story = {
  tags: ['visual'],
  args: { right: failedRun },
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Next difference' }));
    await userEvent.click(rowsOf(canvas).find((row) => row.dataset.is === 'changed') as HTMLElement);
    const details = within(await canvas.findByRole('complementary', { name: 'What differs' }));
    await expect(details.getByRole('heading', { level: 2 })).toHaveTextContent('outcome, output');
    await expect(details.getByRole('heading', { name: 'Output', level: 3 })).toBeVisible();
    await waitFor(() => expect(details.getAllByText(/Cannot find name offsetAt/)[0]).toBeVisible());
  }),
};

/** Nothing differs. */
export const Identical: Story = {
  args: { right: firstRun },
  play: inTests(async ({ canvas }) => {
    await expect(new Set(kinds(canvas))).toEqual(new Set(['same']));
    await expect(canvas.getByText('No differences')).toBeVisible();
    await userEvent.click(canvas.getByRole('switch', { name: 'Only differences' }));
    await expect(canvas.getByText('Both sessions did the same, call by call.')).toBeVisible();
  }),
};

/** A build that failed in one of the sessions. */
export const OneSideFailed: Story = {
  tags: ['case'],
  args: { right: failedRun, defaultOnly: 'differences' },
  play: inTests(async ({ canvas }) => {
    await expect(kinds(canvas)).toEqual(['changed']);
    await expect(canvas.getByText('Difference 1 of 1')).toBeVisible();
  }),
};

/** A session beside an empty one. */
export const Empty: Story = {
  tags: ['case'],
  args: { left: emptyRun },
  play: inTests(async ({ canvas }) => {
    await expect(new Set(kinds(canvas))).toEqual(new Set(['only-right']));
  }),
};

/** Two empty sessions. */
export const BothEmpty: Story = {
  tags: ['case'],
  args: { left: emptyRun, right: emptyRun },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Neither session has calls or messages.')).toBeVisible();
  }),
};

let clock: ManualClock;
let replays: [Replay, Replay];

function Watched(props: CompareProps): ReactElement {
  const [own] = useState((): [Replay, Replay] => {
    clock = createManualClock();
    return [createReplay(props.left as Session, { clock }), createReplay(props.right as Session, { clock })];
  });
  replays = own;
  return <SessionCompare {...props} left={own[0]} right={own[1]} />;
}
const standAt = (): number[] => replays.map((replay) => replay.getState().position.item);

/** Linked clocks move together; unlinked ones move separately. */
export const Clocks: Story = {
  tags: ['case'],
  render: (args) => <Watched {...args} />,
  play: inTests(async ({ canvas }) => {
    const [first] = rowsOf(canvas);
    first?.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(standAt()).toEqual([2, 1]);
    const b = within(canvas.getByRole('region', { name: 'Transport of B' }));
    await userEvent.click(b.getByRole('button', { name: 'Play' }));
    await expect(replays.map((replay) => replay.getState().status)).toEqual(['paused', 'playing']);
    clock.advance(3000);
    await waitFor(() => expect(standAt()).toEqual([3, 2]));
    await userEvent.click(b.getByRole('button', { name: 'Pause' }));
    await userEvent.click(canvas.getByRole('switch', { name: 'Link clocks' }));
    rowsOf(canvas).at(-1)?.focus();
    await userEvent.keyboard('0');
    await expect(standAt()).toEqual([3, 0]);
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await expect(standAt().every((item) => item > 5)).toBe(true);
  }),
};

interface Loaded {
  left: Session;
  right: Session;
}

/** Two tools: a session of Claude Code beside one of Codex. */
export const TwoFormats: Story = {
  loaders: [
    async (): Promise<Loaded> => ({
      left: await loadSample('claude-code'),
      right: await loadSample('codex-rollout'),
    }),
  ],
  render: (args, { loaded }) => <SessionCompare {...args} {...(loaded as Loaded)} />,
  play: inTests(async ({ canvas }) => {
    await expect(rowsOf(canvas).length).toBeGreaterThan(5);
  }),
};

const [long, longAgain] = longRuns(15_000);

/** Two sessions of ten thousand calls: only what is in sight is drawn. */
export const TenThousandCalls: Story = {
  tags: ['case'],
  args: { left: long, right: longAgain },
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByText('40 only in A')).toBeVisible();
    await expect(rowsOf(canvas).length).toBeLessThan(60);
    rowsOf(canvas)[0]?.focus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-rowindex', '15001'));
    await expect(rowsOf(canvas).length).toBeLessThan(60);
    await userEvent.keyboard('n');
    await expect(canvas.getByText(/^Difference 1 of /)).toBeVisible();
  }),
};

let firstState: string | undefined;
let firstTold: string | null | undefined;

/** Long sessions are compared in slices; titles, transports and switches are there from the start. */
export const Comparing: Story = {
  tags: ['case'],
  args: { left: long, right: longAgain },
  render: (args) => (
    <SessionCompare
      {...args}
      ref={(section) => {
        firstState ??= section?.dataset.state;
        firstTold ??= section?.querySelector('[role="status"]')?.textContent;
      }}
    />
  ),
  play: inTests(async ({ canvas }) => {
    const comparison = canvas.getByRole('region', { name: /^Comparison/ });
    await expect([firstState, firstTold]).toEqual(['comparing', 'Comparing …']);
    await expect(canvas.getAllByRole('region', { name: /^Transport/ })).toHaveLength(2);
    await waitFor(() => expect(comparison).toHaveAttribute('data-state', 'compared'));
    await expect(rowsOf(canvas).length).toBeGreaterThan(10);
  }),
};

/** A log that is still being written: what it has so far, and a range that was inserted at its start. */
function grown(session: Session): Session {
  const { tool_calls } = session;
  const late = tool_calls.slice(0, 3).map((call, at) => ({ ...call, call_id: `late-${at}`, seq: -3 + at }));
  return {
    ...session,
    tool_calls: [
      ...late.map((call) => ({ ...call, input: { params: { file_path: `late/${call.call_id}.ts` } } })),
      ...tool_calls,
    ],
  };
}

/** A session that grows while it is compared: the reader's row, its details and the scroll position stay. */
export const Grows: Story = {
  tags: ['case'],
  render: (args) => (
    <div style={{ height: 640 }}>
      <Watched {...args} />
    </div>
  ),
  play: inTests(async ({ canvas }) => {
    const row = rowsOf(canvas).find((each) => /pnpm build/.test(each.textContent ?? '')) as HTMLElement;
    row.focus();
    await userEvent.keyboard('{Enter}');
    const details = await canvas.findByRole('complementary', { name: 'What differs' });
    const top = row.getBoundingClientRect().top;
    const number = Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex'));
    replays[1].update(grown(secondRun));
    await waitFor(() => expect(row).toHaveAttribute('aria-rowindex', String(number + 3)));
    await expect(row).toHaveFocus();
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await expect(details).toBeInTheDocument();
    await expect(Math.abs(row.getBoundingClientRect().top - top)).toBeLessThan(2);
  }),
};

/** `?` shows the keys of a comparison, not those of a single replay. */
export const KeyMap: Story = {
  tags: ['visual', 'case'],
  play: inTests(async ({ canvas }) => {
    rowsOf(canvas)[0]?.focus();
    await userEvent.keyboard('?');
    const panel = within(await canvas.findByRole('dialog', { name: 'Keys' }));
    await expect(panel.getByText('Next difference, previous difference')).toBeVisible();
    await expect(panel.getByText('Play or pause')).toBeVisible();
    await expect(panel.queryByText('Search in the session')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect(rowsOf(canvas)[0]).toHaveFocus();
    await userEvent.keyboard('?');
  }),
};

/** Further controls of the host at the end of the toolbar. */
export const Actions: Story = {
  tags: ['case'],
  args: {
    actions: (
      <button type="button" className="ark-button" data-look="text">
        Light
      </button>
    ),
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Light' })).toBeVisible();
  }),
};

/** Hostile texts. */
export const Hostile: Story = {
  tags: ['case'],
  args: { left: hostileSession, right: { ...hostileSession, events: hostileSession.events.slice(2) } },
  play: inTests(async ({ canvas, canvasElement }) => {
    await userEvent.click(rowsOf(canvas)[0] as HTMLElement);
    await expectHarmless(canvasElement);
  }),
};

function Phone(Drawn: () => ReactElement): ReactElement {
  return (
    <div style={{ width: 360, height: 760 }}>
      <Drawn />
    </div>
  );
}

/** Both sides in one column; each line begins with the letter of its side. */
export const Narrow: Story = {
  tags: ['visual', 'case'],
  decorators: [Phone],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: /^Comparison/ })).toHaveAttribute('data-layout', 'stacked');
    await expect(canvas.getAllByRole('region', { name: /^Transport/ })).toHaveLength(1);
    await userEvent.click(canvas.getByRole('button', { name: /^B / }));
    await expect(canvas.getByRole('region', { name: 'Transport of B' })).toBeVisible();
    const changed = rowsOf(canvas).find((row) => row.dataset.is === 'changed');
    await expect(changed?.querySelectorAll('[data-side]')).toHaveLength(4);
  }),
};

/** Details in one column. */
export const NarrowDetails: Story = {
  tags: ['visual', 'case'],
  args: { right: failedRun, defaultOnly: 'differences' },
  decorators: [Phone],
  play: inTests(async ({ canvas }) => {
    await userEvent.click(rowsOf(canvas)[0] as HTMLElement);
    await expect(await canvas.findByRole('complementary', { name: 'What differs' })).toBeVisible();
  }),
};
