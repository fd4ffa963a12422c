import type { Meta, StoryObj } from '@storybook/react-vite';
import { SessionReplay } from '../../src/components/session-replay/index.ts';
import { sessionMs } from '../../src/replay/index.ts';
import { sessionOf } from '../data/convertedSessions.ts';
import { replaySession } from '../data/replaySession.ts';

const meta = {
  title: 'Replay/SessionReplay',
  component: SessionReplay,
  args: { session: replaySession, style: { height: '100vh' } },
} satisfies Meta<typeof SessionReplay>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A session drawn for this page, with all that a replay shows; the playhead stands at a failed command. */
export const Drawn: Story = {
  args: { options: { at: sessionMs(826_000) } },
};

export const Std001: Story = { args: { session: sessionOf('std001') } };

export const CodexLog: Story = { args: { session: sessionOf('codex-log') } };
