import { type ReactElement, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
// Not the index of all components: each story, and each test of one, would wait for them all.
import { chinese } from '../src/components/language/chinese.ts';
import { KitProvider, type KitProviderProps } from '../src/components/theme/KitProvider.tsx';
import { createRedactor } from '../src/redaction/index.ts';
import { framedGlobals } from './framedGlobals.ts';

interface StoryFrameProps extends Pick<KitProviderProps, 'theme' | 'language' | 'motion'> {
  /** The story names its theme itself, and is shown in no other. */
  readonly hasOneTheme: boolean;
  /** `around` leaves a margin; what fills the page needs none. @default 'flush' */
  readonly room?: 'around' | 'flush' | undefined;
  readonly children: ReactNode;
}

/** What tests send to a story to see it, as it stands, in another theme; its `detail` is the theme's name. */
export const themeEvent = 'story-theme';

/** There from the first frame: neither a picture nor a play waits for what an application loads when it needs it. */
const atHand = { redact: createRedactor(), catalogues: { zh: chinese } };

/** The kit around a story, in the theme, the language and the motion that the toolbar names. */
export function StoryFrame({ hasOneTheme, room = 'flush', children, ...own }: StoryFrameProps): ReactElement {
  const framed = useSyncExternalStore(framedGlobals.subscribe, framedGlobals.read);
  const { theme, language, motion } = { ...own, ...(JSON.parse(framed ?? '{}') as Partial<typeof own>) };
  const [asked, setAsked] = useState<KitProviderProps['theme']>();
  useEffect(() => {
    const follow = (event: Event): void => setAsked((event as CustomEvent<KitProviderProps['theme']>).detail);
    window.addEventListener(themeEvent, follow);
    return () => window.removeEventListener(themeEvent, follow);
  }, []);
  const shown = hasOneTheme ? own.theme : (asked ?? theme);
  return (
    <KitProvider {...atHand} {...{ language, motion }} theme={shown}>
      <div
        className="ark story-frame"
        data-testid="story-frame"
        data-room={room}
        data-theme={shown}
        data-themes={hasOneTheme ? 'one' : 'all'}
      >
        {children}
      </div>
    </KitProvider>
  );
}
