import type { StorybookConfig } from '@storybook/react-vite';
import react from '@vitejs/plugin-react';
import remarkGfm from 'remark-gfm';
import { serveSessions } from './serveSessions.ts';

const config: StorybookConfig = {
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
  addons: [
    {
      name: '@storybook/addon-docs',
      options: { mdxPluginOptions: { mdxCompileOptions: { remarkPlugins: [remarkGfm] } } },
    },
    '@storybook/addon-a11y',
    '@storybook/addon-vitest',
  ],
  framework: { name: '@storybook/react-vite', options: { strictMode: true } },
  // Cases that tests look at, and no one else has to: hostile, endless, narrow, by keyboard alone.
  tags: { case: { excludeFromSidebar: true, excludeFromDocsStories: true } },
  // A story that is being prepared has the ground of the theme that it will have at first, not a white box in a dark page. While its frame
  // is empty, the ground of the page shows through, but only in the page's own colour scheme.
  previewHead: (head = '') =>
    `${head}<style>
      .sb-preparing-story, .sb-preparing-docs { background: #0e1116 !important }
      html:has(> body:not([class*="sb-show"])) { color-scheme: light dark }
    </style>`,
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false, menuOnboardingChecklist: false },
  // 'react-docgen' reads the source itself; 'react-docgen-typescript' needs TypeScript's old JS API, which 7 dropped.
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: (config) => {
    // Fast Refresh; without it every edit reloads the story.
    config.plugins = [...(config.plugins ?? []), react(), serveSessions()];
    config.build ??= {};
    config.build.chunkSizeWarningLimit = 2000;
    config.build.rolldownOptions ??= {};
    // The code of a story shows the component that the story made for itself, by its name.
    config.build.rolldownOptions.output = { keepNames: true };
    config.build.rolldownOptions.checks = { ...config.build.rolldownOptions.checks, moduleLevelDirective: false };
    return config;
  },
};
export default config;
