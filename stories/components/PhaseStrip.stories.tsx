import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { CategoryLegend, PhaseStrip } from '../../src/components/index.ts';
import { indexSession, phaseBlocks, positionOf } from '../../src/replay/index.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { phasedSession, recordedPhases, sevenPhases } from '../data/phaseSessions.ts';
import { unphasedSession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const index = indexSession(recordedPhases);
const position = positionOf(index, index.callById('tool-011')?.index ?? 0);

const meta = {
  title: 'Panels/PhaseStrip',
  component: PhaseStrip,
  argTypes: { index: { control: false }, position: { control: false } },
  args: { index, position, onGo: fn(), style: { height: 40 } },
} satisfies Meta<typeof PhaseStrip>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Calls, time and retries of each type; the line below shows the playhead's progress in it. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, args }) => {
    const verify = canvas.getByRole('button', {
      name: /^Verify, 5 calls, .*1 retry, 1 failed, 1 of 5 reached, go to 2 of 2/,
    });
    await expect(verify).toHaveAttribute('aria-current', 'step');
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: /^Understand, 2 calls/ })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(args.onGo).toHaveBeenLastCalledWith(phaseBlocks(index)[1]?.first);
    (document.activeElement as HTMLElement).blur();
  }),
};

/** All seven types, distinguished by colour, shape and name. */
export const SevenTypes: Story = {
  tags: ['visual'],
  args: { index: indexSession(sevenPhases) },
  render: ({ position: _, ...args }) => <PhaseStrip {...args} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getAllByRole('button')).toHaveLength(7);
  }),
};

/** Without navigation, phases are not buttons. */
export const ToReadOnly: Story = {
  tags: ['case'],
  render: ({ onGo: _, ...args }) => <PhaseStrip {...args} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(canvas.getAllByRole('listitem')).toHaveLength(5);
  }),
};

/** A session without phases has no strip. */
export const Empty: Story = {
  tags: ['case'],
  args: { index: indexSession(unphasedSession) },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('navigation')).toBeNull();
  }),
};

/** One phase, just begun. */
export const One: Story = {
  tags: ['case'],
  args: { index: indexSession(phasedSession(1)) },
  render: ({ position: _, ...args }) => <PhaseStrip {...args} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button')).toHaveTextContent('Understand');
  }),
};

/** Ten thousand phases are still seven types. */
export const TenThousand: Story = {
  tags: ['case'],
  args: { index: indexSession(phasedSession(10_000)) },
  render: ({ position: _, ...args }) => <PhaseStrip {...args} />,
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { name: /^Understand, 1,429 calls/ })).toBeVisible();
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(200);
  }),
};

/** Texts of a log about its phases do not appear in the strip. */
export const Hostile: Story = {
  tags: ['case'],
  args: { index: indexSession(hostileSession) },
  play: inTests(({ canvasElement }) => expectHarmless(canvasElement)),
};

/** At 360 px, in Chinese: the strip scrolls by itself, and the current phase is in sight. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      <PhaseStrip {...args} style={{ height: 36 }} />
    </Narrow>
  ),
  play: inTests(async ({ canvas, canvasElement }) => {
    const current = canvas.getByRole('button', { current: 'step' });
    const { right } = current.getBoundingClientRect();
    await expect(right).toBeLessThanOrEqual(canvasElement.getBoundingClientRect().left + 360);
  }),
};

/** A legend of tool categories beside the strip, on one line. */
export const Legend: Story = {
  tags: ['visual'],
  parameters: { room: 'around' },
  render: ({ index: shown }) => <CategoryLegend index={shown} />,
  play: inTests(async ({ canvas }) => {
    const entries = canvas.getAllByRole('listitem');
    await expect(entries.length).toBeGreaterThan(2);
    await expect(new Set(entries.map((entry) => entry.getBoundingClientRect().top)).size).toBe(1);
  }),
};
