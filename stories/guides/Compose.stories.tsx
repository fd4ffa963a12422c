import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { replaySession } from '../data/replaySession.ts';
import { inTests } from '../inTests.ts';
import { OwnReplay } from './OwnReplay.tsx';

const meta = {
  title: 'Guides/Compose your own replay',
  component: OwnReplay,
  tags: ['!autodocs', '!dev'],
  args: { session: replaySession },
} satisfies Meta<typeof OwnReplay>;
export default meta;

/** The custom panel shows facts at the playhead's position. */
export const Composed: StoryObj<typeof meta> = {
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: /^Files so far/ })).toHaveTextContent('0');
    canvas.getByRole('slider').focus();
    await userEvent.keyboard('{End}');
    await expect(canvas.getByRole('heading', { name: /^Files so far/ })).not.toHaveTextContent(/: 0$/);
  }),
};
