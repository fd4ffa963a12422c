import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { expect, userEvent, waitFor } from 'storybook/test';
import {
  type ReplayLink,
  type ReplayRouter,
  readReplayLink,
  SessionReplay,
  writeReplayLink,
} from '../../src/components/index.ts';
import { createManualClock, noFilters, sessionMs } from '../../src/replay/index.ts';
import { replaySession } from '../data/replaySession.ts';
import { inTests } from '../inTests.ts';

interface LinkedProps {
  /** The address when the page is opened. */
  link: ReplayLink;
}

/** A host with its own router: the address is a piece of state, shown above the replay. */
function Linked({ link }: LinkedProps): ReactElement {
  const [address, setAddress] = useState(() => writeReplayLink(link));
  const [router] = useState((): ReplayRouter => {
    let now = address;
    return {
      read: () => now,
      write(next) {
        now = next;
        setAddress(next);
        return `https://replay.example/?${next}`;
      },
    };
  });
  return (
    <div
      className="ark"
      style={{ display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', height: 'calc(100dvh - 1px)' }}
    >
      <output style={{ overflowWrap: 'anywhere' }}>{address}</output>
      <SessionReplay session={replaySession} router={router} options={{ clock: createManualClock() }} />
    </div>
  );
}

const meta = {
  title: 'Replay/Deep links',
  component: Linked,
  tags: ['!autodocs'],
  args: { link: {} },
  argTypes: { link: { control: 'object' } },
} satisfies Meta<typeof Linked>;
export default meta;

type Story = StoryObj<typeof meta>;

const linkOn = (canvas: HTMLElement): ReplayLink => readReplayLink(canvas.querySelector('output')?.textContent ?? '');

/** An address names session, moment, selection, filters and open panels, and the page opens there. */
export const Opened: Story = {
  args: {
    link: {
      session: replaySession.session_id,
      at: 826_000,
      selected: 'tool-009',
      filters: { ...noFilters, hidden: ['thinking', 'usage'] },
      panels: ['state', 'no-phases'],
    },
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('slider', { name: 'Position' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^0:13:46/),
    );
    await expect(canvas.getByRole('treeitem', { selected: true })).toHaveTextContent('local.ts');
    await expect(canvas.queryByRole('treeitem', { name: /Thinking/ })).toBeNull();
    await expect(canvas.getByRole('tab', { name: 'State' })).toHaveAttribute('aria-selected', 'true');
    await expect(canvas.getByRole('heading', { name: 'State at 0:13:46' })).toBeVisible();
    await expect(canvas.queryByRole('treeitem', { name: /^Execute/ })).toBeNull();
  }),
};

/** The reader's actions are in the address as soon as they settle, and the copied link leads there. */
export const Followed: Story = {
  play: inTests(async ({ canvas, canvasElement }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Next call' }));
    await userEvent.click(canvas.getByRole('tab', { name: 'State' }));
    await waitFor(() => expect(linkOn(canvasElement).panels).toEqual(['state']));
    const { session, at, item } = linkOn(canvasElement);
    await expect({ session, at, item }).toEqual({ session: replaySession.session_id, at: 10_000, item: 'tool-001' });

    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    await userEvent.click(canvas.getByRole('button', { name: 'Copy a link to this moment' }));
    await waitFor(() => expect(copied).toHaveLength(1));
    await expect(copied[0]).toBe(`https://replay.example/?${canvasElement.querySelector('output')?.textContent}`);
  }),
};

/** C copies the link, and with Shift the row as Markdown that leads there. */
export const CopiedByKey: Story = {
  name: 'Copied by key',
  args: { link: { session: replaySession.session_id, selected: 'tool-009', item: 'tool-009' } },
  play: inTests(async ({ canvas, canvasElement }) => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    canvas.getByRole('treeitem', { selected: true }).focus();
    await userEvent.keyboard('c');
    await expect(await canvas.findByText('Link copied')).toBeVisible();
    const address = `https://replay.example/?${canvasElement.querySelector('output')?.textContent}`;
    await expect(copied).toEqual([address]);
    await userEvent.keyboard('{Shift>}c{/Shift}');
    await expect(await canvas.findByText('Quote copied')).toBeVisible();
    await expect(copied[1]).toContain(`[0:13:31 \u00b7 Edit src/tides/local.ts](<${address}>)\n\n> \`\`\``);
  }),
};

/** The lanes and the range selected in them are in the address too; a range opens the lanes. */
export const Lanes: Story = {
  args: {
    link: {
      session: replaySession.session_id,
      at: 826_000,
      filters: { ...noFilters, between: { from: sessionMs(10_000), to: sessionMs(216_000) } },
    },
  },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('button', { name: 'Lanes' })).toHaveAttribute('aria-pressed', 'true');
    await expect(canvas.getByText('0:00:10 – 0:03:36')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Lanes' }));
    await waitFor(() => expect(linkOn(canvasElement).panels).toEqual(['no-lanes']));
    await expect(linkOn(canvasElement).filters?.between).toBeUndefined();
    await userEvent.click(canvas.getByRole('button', { name: 'Lanes' }));
    await waitFor(() => expect(linkOn(canvasElement).panels).toEqual(['lanes']));
    await expect(canvas.getByRole('treegrid', { name: 'Lanes' })).toBeVisible();
  }),
};

/** A link to another session, with ids that this one lacks, changes nothing. */
export const OfAnother: Story = {
  tags: ['case'],
  args: { link: { session: 'another', at: 3, selected: 'nothing' } },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('slider', { name: 'Position' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^0:00:00/),
    );
  }),
};
