import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { SessionReplay } from '../../src/components/session-replay/index.ts';
import { sessionMs } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { contentUrl, loadSample } from '../data/convertedSessions.ts';
import { replaySession } from '../data/replaySession.ts';
import { Narrow } from '../frames.tsx';

const meta = {
  title: 'Replay/SessionReplay',
  component: SessionReplay,
  args: { session: replaySession, contentUrl, style: { height: '100dvh' } },
  argTypes: { session: { control: false }, replay: { control: false }, options: { control: false } },
  parameters: { docs: { story: { inline: false, height: '720px' } } },
} satisfies Meta<typeof SessionReplay>;
export default meta;

type Story = StoryObj<typeof meta>;

interface Loaded {
  session: Session;
}

/** What `pnpm etl` made of a sample: the one with the most calls of its format. */
function sample(format: string): Pick<Story, 'loaders' | 'render' | 'play'> {
  return {
    loaders: [async () => ({ session: await loadSample(format) })],
    render: ({ style }, { loaded }) => (
      <SessionReplay session={(loaded as Loaded).session} contentUrl={contentUrl} style={style} />
    ),
    play: async ({ canvas, loaded }) => {
      const { task_title } = (loaded as Loaded).session;
      await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent(task_title.trim().replace(/\s+/g, ' '));
      await expect(canvas.getAllByRole('treeitem').length).toBeGreaterThan(0);
    },
  };
}

export const ClaudeCode: Story = { ...sample('claude-code') };
export const CodexLog: Story = { ...sample('codex-log') };
export const CodexRollout: Story = { ...sample('codex-rollout') };
export const Std001: Story = { ...sample('std001') };
export const Wf: Story = { ...sample('wf') };
export const Frago: Story = { ...sample('frago') };
export const Planner: Story = { ...sample('planner') };

/** A session drawn for this page, with all that a replay shows; the playhead stands at a failed command. */
export const AtFailure: Story = {
  tags: ['visual'],
  args: { options: { at: sessionMs(826_000) } },
};

export const Chinese: Story = {
  tags: ['visual'],
  globals: { language: 'zh' },
  args: { options: { at: sessionMs(826_000) } },
};

export const Phone: Story = {
  tags: ['visual'],
  globals: { language: 'zh' },
  args: { style: { height: 720 } },
  decorators: [
    (Drawn) => (
      <Narrow>
        <Drawn />
      </Narrow>
    ),
  ],
};

/** The whole replay by keyboard alone: play, step, open details, close them. */
export const Keyboard: Story = {
  args: { options: { at: 'start' } },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('slider');
    const before = bar.getAttribute('aria-valuetext');
    canvas.getByRole('tree').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect(canvas.getByRole('treeitem', { selected: true })).toBeVisible();
    await expect(bar.getAttribute('aria-valuetext')).not.toBe(before);
  },
};
