import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { PhaseBlock } from '../../src/components/index.ts';
import {
  type ExploredFile,
  filesExplored,
  indexSession,
  phaseBlocks,
  type SessionIndex,
} from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { scope } from '../data/builders.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { recordedPhases, sevenPhases } from '../data/phaseSessions.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const index = indexSession(recordedPhases);

function blockOf(of: SessionIndex, number: number): ReturnType<typeof phaseBlocks>[number] {
  const block = phaseBlocks(of)[number];
  if (block === undefined) throw new Error(`There is no phase ${number}.`);
  return block;
}

/** A block with its files, as in the timeline. */
function at(number: number, of: SessionIndex = index): Pick<Parameters<typeof PhaseBlock>[0], 'block' | 'files'> {
  const block = blockOf(of, number);
  return { block, files: () => filesExplored(of, block) };
}

const meta = {
  title: 'Rows/PhaseBlock',
  component: PhaseBlock,
  argTypes: {
    block: { control: false },
    files: { control: false },
    scope: { control: false },
    playState: { control: 'inline-radio', options: ['done', 'running', 'ahead'] },
  },
  args: { ...at(2), scope, onOpenChange: fn() },
} satisfies Meta<typeof PhaseBlock>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Folded: type, size, who annotated it and with what confidence. Enter unfolds its decisions and context. */
export const Folded: Story = {
  play: inTests(async ({ canvas, args }) => {
    await userEvent.tab();
    const button = canvas.getByRole('button', { name: /^Plan 1 call/ });
    await expect(button).toHaveFocus();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{Enter}');
    await expect(args.onOpenChange).toHaveBeenCalledWith(true);
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(canvas.getByText(/^Considered:/)).toBeVisible();
    await userEvent.keyboard(' ');
    await expect(canvas.queryByText(/^Considered:/)).toBeNull();
  }),
};

/** Unfolded: decisions with their alternatives, and every kind of context with its relevance and use. */
export const Unfolded: Story = {
  tags: ['visual'],
  args: { defaultOpen: true },
  play: inTests(async ({ canvas }) => {
    const context = within(canvas.getByRole('region', { name: 'Context used' }));
    await expect(context.getAllByRole('listitem')).toHaveLength(9);
    await expect(context.getByText('read, then edited')).toBeVisible();
  }),
};

/** Context that the log itself names: why it was looked at, and whether it was useful. */
export const ExploredFiles: Story = {
  tags: ['visual'],
  args: { ...at(1), defaultOpen: true },
  play: inTests(async ({ canvas }) => {
    const files = within(canvas.getByRole('region', { name: 'Explored files' }));
    await expect(files.getByText('Whatever adds an offset to a time.')).toBeVisible();
    await expect(files.getAllByText('used')).toHaveLength(2);
    await expect(files.getByText('not used')).toBeVisible();
  }),
};

/** All seven types: colour, name and, in the list, a band. */
export const SevenTypes: Story = {
  tags: ['visual', 'case'],
  render: ({ block: _, files: __, ...args }) => {
    const seven = indexSession(sevenPhases);
    return (
      <div>
        {phaseBlocks(seven).map((block) => (
          <PhaseBlock key={block.type} {...args} block={block} />
        ))}
      </div>
    );
  },
};

/** A retry is labelled so; here it lies ahead of the playhead. */
export const Retried: Story = {
  args: { ...at(5), playState: 'ahead' },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('retry 1')).toBeVisible();
    await expect(canvas.getByText('inferred \u00b7 low')).toBeVisible();
  }),
};

/** Calls that no annotation covers. */
export const Unannotated: Story = {
  tags: ['case'],
  args: {
    block: {
      annotation: undefined,
      type: 'unclassified',
      first: 0,
      last: 4,
      head: 0,
      start: blockOf(index, 0).start,
      end: blockOf(index, 0).end,
      calls: 4,
      failed: 1,
      activeMs: 61_000,
      attempt: { number: 1, from: 'inferred' },
    },
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(canvas.getByText('Unclassified')).toBeVisible();
  }),
};

const many = (): ExploredFile[] =>
  Array.from({ length: 10_000 }, (_, n) => ({
    path: `src/tides/station${n}.ts`,
    reason: undefined,
    used: n % 3 === 0,
    from: 'recorded',
  }));

/** Ten thousand files: the first are shown, and more on request. */
export const TenThousandFiles: Story = {
  tags: ['case'],
  args: { ...at(1), files: many, defaultOpen: true },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { name: 'Show 9,976 more' })).toBeVisible();
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(600);
  }),
};

/** Markup, reordering characters and endless words in all texts of a phase. */
export const Hostile: Story = {
  tags: ['visual', 'case'],
  args: { ...at(0, indexSession({ ...hostileSession, events: [] } satisfies Session)), defaultOpen: true },
  play: inTests(async ({ canvasElement }) => {
    await expectHarmless(canvasElement);
  }),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { defaultOpen: true },
  render: (args) => (
    <Narrow>
      <PhaseBlock {...args} />
    </Narrow>
  ),
};
