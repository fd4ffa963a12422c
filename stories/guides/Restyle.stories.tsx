import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { SessionReplay } from '../../src/components/index.ts';
import { sessionMs } from '../../src/replay/index.ts';
import { replaySession } from '../data/replaySession.ts';
import './restyle.css';
import { inTests } from '../inTests.ts';
import { replayControls } from '../replayControls.ts';

const meta = {
  title: 'Guides/Restyle it',
  component: SessionReplay,
  tags: ['!autodocs', '!dev'],
  argTypes: replayControls,
  args: { session: replaySession, options: { at: sessionMs(826_000) }, style: { height: 560 } },
} satisfies Meta<typeof SessionReplay>;
export default meta;

/** A few lines of a host's style sheet: paper, ink, and a serif for messages. */
export const Paper: StoryObj<typeof meta> = {
  globals: { theme: 'light' },
  decorators: [
    (Replay) => (
      <div className="restyled">
        <Replay />
      </div>
    ),
  ],
  play: inTests(async ({ canvas }) => {
    await expect(getComputedStyle(canvas.getByRole('tree')).getPropertyValue('--ark-bg')).toBe('#faf6ee');
  }),
};
