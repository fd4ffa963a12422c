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

/** The lines of the page, with what the controls say. */
function usage(attributes: Readonly<Record<string, unknown>>): string {
  const written = Object.entries({ src: 'session.json', ...attributes })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}="${value}"`);
  return `<script src="agent-replay.js" defer></script>\n<agent-replay ${written.join(' ')}></agent-replay>`;
}

const meta = {
  title: 'Replay/AgentReplay element',
  argTypes: {
    src: {
      control: false,
      description: 'Address of a session in STD-001 JSON; its long texts and attachments are looked for beside it.',
      table: { type: { summary: 'address' } },
    },
    poster: {
      control: 'text',
      description:
        'Shown until the reader opens the replay: `brief`, the summary of the session, or the address of an image, with which nothing else is loaded before.',
      table: { type: { summary: "'brief' | address" }, defaultValue: { summary: 'none: the replay at once' } },
    },
    at: {
      control: 'text',
      description: 'Where to begin: a moment, or a link that the replay made.',
      table: { type: { summary: "'1:12:19' | 't=4339000&item=tool-060'" }, defaultValue: { summary: 'the start' } },
    },
    theme: {
      control: 'radio',
      options: ['light', 'dark'],
      description: 'Colour theme.',
      table: { type: { summary: "'light' | 'dark'" }, defaultValue: { summary: "the system's" } },
    },
    language: {
      control: 'radio',
      options: ['en', 'zh'],
      description: 'Language of labels.',
      table: { type: { summary: "'en' | 'zh'" }, defaultValue: { summary: "the page's, else the reader's" } },
    },
  },
  parameters: {
    layout: 'fullscreen',
    showCode: { write: usage },
    docs: {
      source: { language: 'html' },
      description: {
        component:
          'When to use it: in a page without React, such as a blog, a wiki or the report of a build. `agent-replay element` writes its script.\n\nA custom element that replays a session. All attributes, its methods and events: `docs/element.md`.',
      },
    },
  },
  render: (attributes) => <Page {...attributes} />,
} satisfies Meta<ElementAttributes>;
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
