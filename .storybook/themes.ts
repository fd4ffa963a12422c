import { create, type ThemeVars } from 'storybook/theming';

/** The kit's own colours and letters (`src/components/theme/colors.css`) on what Storybook draws around its stories. */
function themeOf(base: 'light' | 'dark', colours: Record<string, string>): ThemeVars {
  return create({
    base,
    brandTitle: 'Agent Replay Kit',
    brandUrl: './?path=/docs/introduction--docs',
    brandTarget: '_self',
    fontBase: '"Inter Variable", Inter, "Noto Sans SC Variable", system-ui, sans-serif',
    fontCode: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace',
    appBorderRadius: 4,
    inputBorderRadius: 4,
    ...colours,
  });
}

export const themes = {
  light: themeOf('light', {
    colorPrimary: '#0a5fcc',
    colorSecondary: '#0a5fcc',
    appBg: '#f7f8fa',
    appContentBg: '#ffffff',
    appPreviewBg: '#ffffff',
    appBorderColor: '#e3e7ec',
    textColor: '#1a2029',
    textMutedColor: '#616c79',
    barBg: '#ffffff',
    barTextColor: '#48535f',
    barHoverColor: '#0a5fcc',
    barSelectedColor: '#0a5fcc',
    inputBg: '#ffffff',
    inputBorder: '#bcc5cf',
    inputTextColor: '#1a2029',
  }),
  dark: themeOf('dark', {
    colorPrimary: '#6cb2ff',
    colorSecondary: '#6cb2ff',
    appBg: '#12161c',
    appContentBg: '#0e1116',
    appPreviewBg: '#0e1116',
    appBorderColor: '#232a33',
    textColor: '#e1e7ee',
    textMutedColor: '#8591a0',
    barBg: '#0e1116',
    barTextColor: '#a9b4c1',
    barHoverColor: '#6cb2ff',
    barSelectedColor: '#6cb2ff',
    inputBg: '#191e26',
    inputBorder: '#3a4450',
    inputTextColor: '#e1e7ee',
  }),
};

/** The theme that the toolbar names; dark is what Storybook begins with. */
export function themeNamed(name: unknown): ThemeVars {
  return name === 'light' ? themes.light : themes.dark;
}
