import { DocsContainer, type DocsContainerProps } from '@storybook/addon-docs/blocks';
import { type PropsWithChildren, type ReactElement, useEffect, useState } from 'react';
import { GLOBALS_UPDATED } from 'storybook/internal/core-events';
import { addons } from 'storybook/preview-api';
import { themeNamed } from './themes.ts';

/** A page of documentation in the theme that the toolbar names. */
export function DocsPage({ context, children }: PropsWithChildren<DocsContainerProps>): ReactElement {
  const [theme, setTheme] = useState<unknown>(
    () => new URLSearchParams(location.search).get('globals')?.match(/theme:(\w+)/)?.[1],
  );
  useEffect(() => {
    const channel = addons.getChannel();
    const follow = ({ globals }: { globals: Record<string, unknown> }): void => setTheme(globals.theme);
    channel.on(GLOBALS_UPDATED, follow);
    return () => channel.off(GLOBALS_UPDATED, follow);
  }, []);
  return (
    <DocsContainer context={context} theme={themeNamed(theme)}>
      {children}
    </DocsContainer>
  );
}
