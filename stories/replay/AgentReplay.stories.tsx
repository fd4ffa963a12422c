import type { Meta, StoryObj } from '@storybook/react-vite';
import { createElement, type ReactElement } from 'react';
import { expect, userEvent, waitFor } from 'storybook/test';
import '../../src/element/index.ts';
import { replaySession } from '../data/replaySession.ts';
import { inTests } from '../inTests.ts';

interface ElementAttributes {
  poster?: string;
  at?: string;
  theme?: 'light' | 'dark';
  language?: 'en' | 'zh';
  /** Address of a session. Default: one that the story makes. */
  src?: string;
}

const made = URL.createObjectURL(new Blob([JSON.stringify(replaySession)], { type: 'application/json' }));

/** The element as a page would write it. */
function Page({ src = made, ...attributes }: ElementAttributes): ReactElement {
  return createElement('agent-replay', { src, ...attributes });
}

const meta = {
  title: 'Replay/AgentReplay element',
  component: Page,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Page>;
export default meta;

type Story = StoryObj<typeof meta>;

const shadowOf = (canvas: HTMLElement): ShadowRoot => {
  const shadow = canvas.querySelector('agent-replay')?.shadowRoot;
  if (!shadow) throw new Error('The element has no shadow root.');
  return shadow;
};

/** In a page without React: `<agent-replay src="session.json" theme="dark">`. */
export const InAPage: Story = {
  args: { theme: 'dark', at: '0:01' },
  play: inTests(async ({ canvasElement }) => {
    await waitFor(() => expect(shadowOf(canvasElement).querySelector('[role="treeitem"]')).toBeVisible());
    await waitFor(() => expect(canvasElement.querySelector('agent-replay')?.moment?.at).toBe(1000));
  }),
};

/** Its summary stands there until the reader opens the replay, which then has the focus. */
export const BriefAsPoster: Story = {
  args: { poster: 'brief', theme: 'light', language: 'zh' },
  play: inTests(async ({ canvasElement }) => {
    await waitFor(() => expect(shadowOf(canvasElement).querySelector('.ark-brief')).toBeVisible());
    const open = shadowOf(canvasElement).querySelector('.ark-element__open');
    await expect(open).toHaveTextContent('打开回放');
    await userEvent.click(open as Element);
    await waitFor(() => expect(shadowOf(canvasElement).activeElement?.closest('.ark-replay')).toBeVisible());
  }),
};

/** What is wrong is said in the element. */
export const NothingThere: Story = {
  args: { src: '', theme: 'light' },
  play: inTests(async ({ canvasElement }) => {
    await waitFor(() => expect(shadowOf(canvasElement).querySelector('[role="alert"]')).toHaveTextContent('no src'));
  }),
};
