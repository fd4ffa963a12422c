import type { ArgTypes } from '@storybook/react-vite';

/** Controls for the props of every item; the documentation generator sees only that they may be undefined. */
export const itemControls = {
  scope: { control: false },
  depth: { control: { type: 'number', min: 0, max: 4 } },
  playState: { control: 'inline-radio', options: ['done', 'running', 'ahead'] },
  current: { control: 'boolean' },
  selected: { control: 'boolean' },
} satisfies ArgTypes;
