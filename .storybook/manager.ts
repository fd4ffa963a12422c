import { GLOBALS_UPDATED, SET_GLOBALS } from 'storybook/internal/core-events';
import { addons } from 'storybook/manager-api';
import { themeNamed, themes } from './themes.ts';

addons.setConfig({ theme: themes.dark, sidebar: { showRoots: true } });

// What stands around a story goes with the theme that the toolbar gives it.
addons.register('agent-replay-kit/theme', (api) => {
  const follow = ({ globals }: { globals: Record<string, unknown> }): void => {
    api.setOptions({ theme: themeNamed(globals.theme) });
  };
  api.on(SET_GLOBALS, follow);
  api.on(GLOBALS_UPDATED, follow);
});
