import type { ArgTypes } from '@storybook/react-vite';

/** What a replay shows: a session or a replay, one of the two, of which the documentation generator reads neither. */
export const replayControls = {
  session: {
    control: false,
    description: 'What is replayed. Give it, or a `replay` of your own.',
    table: { type: { summary: 'Session' } },
  },
  replay: {
    control: false,
    description: 'A replay that lives outside of the component: made by `createReplay` or `useSlicedReplay`.',
    table: { type: { summary: 'Replay' } },
  },
  options: {
    control: false,
    description:
      'How the replay of a `session` begins: `at`, `rate`, `skipIdle`, `follow`, `filters`, `idle`, `clock`.',
    table: { type: { summary: 'ReplayProviderOptions' } },
  },
} satisfies ArgTypes;
