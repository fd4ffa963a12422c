import { DocsContainer, type DocsContainerProps } from '@storybook/addon-docs/blocks';
import { type PropsWithChildren, type ReactElement, useEffect, useState } from 'react';
import { GLOBALS_UPDATED } from 'storybook/internal/core-events';
import { addons } from 'storybook/preview-api';
import { type Globals, tellFramedStories } from './framedGlobals.ts';
import { themeNamed } from './themes.ts';

/** A page of documentation in the theme that the toolbar names, and so the stories that it frames. */
export function DocsPage({ context, children }: PropsWithChildren<DocsContainerProps>): ReactElement {
  const globals = useGlobals();
  useEffect(() => tellFramedStories(globals), [globals]);
  return (
    <DocsContainer context={context} theme={themeNamed(globals.theme)}>
      {children}
    </DocsContainer>
  );
}

type Channel = ReturnType<typeof addons.getChannel>;

/** An event of the channel: who sent it. */
interface Sent {
  readonly from: string;
}

/** The name under which this page sends: stories in frames send on the same channel. */
function ownName(channel: Channel): string | undefined {
  let name: string | undefined;
  const event = 'agent-replay-kit/own-name';
  function hear(this: Sent): void {
    name = this.from;
  }
  channel.on(event, hear);
  channel.emit(event);
  channel.off(event, hear);
  return name;
}

/** What the toolbar chose: first as the address says, then as it changes. */
function useGlobals(): Globals {
  const [globals, setGlobals] = useState(globalsOfAddress);
  useEffect(() => {
    const channel = addons.getChannel();
    const own = ownName(channel);
    function follow(this: Sent, told: { initialGlobals: Globals; userGlobals: Globals }): void {
      if (this.from === own) setGlobals({ ...told.initialGlobals, ...told.userGlobals });
    }
    channel.on(GLOBALS_UPDATED, follow);
    return () => channel.off(GLOBALS_UPDATED, follow);
  }, []);
  return globals;
}

/** `theme:light;language:zh` as an object. */
function globalsOfAddress(): Globals {
  const text = new URLSearchParams(location.search).get('globals') ?? '';
  return Object.fromEntries([...text.matchAll(/(\w+):(\w+)/g)].map(([, name, value]) => [name, value]));
}
