import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { Timeline } from '../../src/components/timeline/index.ts';
import { indexSession, positionOf } from '../../src/replay/index.ts';
import { scope } from '../data/builders.ts';
import { replaySession } from '../data/replaySession.ts';

const index = indexSession(replaySession);

const meta = {
  title: 'Components/Timeline',
  component: Timeline,
  args: { index, scope, onSelect: fn(), onSeek: fn(), style: { height: 640 } },
} satisfies Meta<typeof Timeline>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Everything that happened, under its phases; the playhead stands at a failed command. */
export const Typical: Story = {
  args: { position: positionOf(index, 48), selected: 'tool-010' },
};
