import type { DocsContainerProps } from '@storybook/addon-docs/blocks';
import type { Preview } from '@storybook/react-vite';
import { lazy, type PropsWithChildren, type ReactElement, Suspense } from 'react';
import { configure } from 'storybook/test';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@fontsource-variable/noto-sans-sc/index.css';
import '../src/components/styles.css';
import { describeProps, describeStyle } from './describeProps.ts';
import { initialArgs } from './initialArgs.ts';
import { modes } from './modes.ts';
import { StoryFrame } from './StoryFrame.tsx';
import type { ShownStory } from './showCode.ts';
import { tellCode } from './tellCode.ts';
import './preview.css';

// Parts of the kit are loaded when they are first needed; a busy machine takes longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });

// The first story is painted before the pages of documentation, and the names of all components, are loaded.
const DocsPage = lazy(async () => ({ default: (await import('./DocsPage.tsx')).DocsPage }));

function DocsContainer(props: PropsWithChildren<DocsContainerProps>): ReactElement {
  return (
    <Suspense>
      <DocsPage {...props} />
    </Suspense>
  );
}

async function showCode(code: string, story: ShownStory): Promise<string> {
  const shown = await import('./showCode.ts');
  return shown.showCode(code, story);
}

const preview: Preview = {
  tags: ['autodocs'],
  argTypesEnhancers: [describeStyle],
  globalTypes: {
    theme: {
      description: 'Colour theme',
      toolbar: {
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
      },
    },
    language: {
      description: 'Language of labels',
      toolbar: {
        icon: 'globe',
        dynamicTitle: true,
        items: [
          { value: 'en', title: 'English' },
          { value: 'zh', title: '简体中文' },
        ],
      },
    },
    motion: {
      description: 'How much may move',
      toolbar: {
        icon: 'lightning',
        dynamicTitle: true,
        items: [
          { value: 'full', title: 'Full motion' },
          { value: 'reduced', title: 'Reduced motion' },
        ],
      },
    },
  },
  initialGlobals: { theme: 'dark', language: 'en', motion: 'full' },
  decorators: [
    tellCode,
    (Story, { args, globals, storyGlobals, parameters }) => (
      <StoryFrame
        theme={globals.theme}
        hasOneTheme={storyGlobals.theme !== undefined}
        language={globals.language}
        motion={globals.motion}
        room={parameters.room}
      >
        <Story key={initialArgs(args)} />
      </StoryFrame>
    ),
  ],
  parameters: {
    layout: 'fullscreen',
    // Tests want what is wrong; the panel shows what was found right as well, some 300 kB a story.
    a11y: { test: 'error', options: import.meta.env.VITEST ? { resultTypes: ['violations'] } : {} },
    chromatic: { modes },
    controls: { expanded: true },
    docs: {
      container: DocsContainer,
      codePanel: true,
      extractArgTypes: describeProps,
      source: { type: 'code', language: 'tsx', transform: showCode },
    },
    options: {
      storySort: {
        order: [
          'Introduction',
          'Replay',
          ['SessionReplay', 'Sessions', '*'],
          'Guides',
          ['Your own logs in five lines', 'Compose your own replay', 'Restyle it', '*'],
          'Panels',
          'Rows',
          'Code',
          'Runs',
          'Lists',
          'Foundation',
          '*',
        ],
      },
    },
  },
};
export default preview;
