import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@fontsource-variable/noto-sans-sc/index.css';
import { KitProvider } from '../src/components/index.ts';
import '../src/components/styles.css';
import { DocsPage } from './DocsPage.tsx';
import { describeProps } from './describeProps.ts';
import { modes } from './modes.ts';
import './preview.css';

// Parts of the kit are loaded when they are first needed; a busy machine takes longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });

const preview: Preview = {
  tags: ['autodocs'],
  argTypesEnhancers: [describeProps],
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
    (Story, { globals, parameters }) => (
      <KitProvider theme={globals.theme} language={globals.language} motion={globals.motion}>
        <div
          className="ark story-frame"
          data-testid="story-frame"
          data-room={parameters.room ?? 'flush'}
          data-theme={globals.theme}
        >
          <Story />
        </div>
      </KitProvider>
    ),
  ],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    chromatic: { modes },
    controls: { expanded: true },
    docs: { container: DocsPage, codePanel: true },
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
