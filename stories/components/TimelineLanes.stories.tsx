import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { ReplayProvider, TimelineLanes } from '../../src/components/index.ts';
import { createManualClock, createReplay, type Replay, type ReplayOptions, sessionMs } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import {
  hostileLanes,
  idleSession,
  manyAgents,
  manyCalls,
  nestedSession,
  parallelSession,
} from '../data/laneSessions.ts';
import { replaySession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';

interface LanesProps extends ComponentProps<typeof TimelineLanes> {
  session?: Session;
  start?: Partial<ReplayOptions>;
}

/** The replay of the story that is shown; play functions ask it where it is. */
let shown: Replay | undefined;

function Lanes({ session = replaySession, start = { at: sessionMs(826_000) }, ...props }: LanesProps): ReactElement {
  const [replay] = useState(() => createReplay(session, { clock: createManualClock(), rate: 4, ...start }));
  shown = replay;
  return (
    <ReplayProvider replay={replay}>
      <TimelineLanes {...props} />
    </ReplayProvider>
  );
}

const meta = {
  title: 'Components/TimelineLanes',
  component: TimelineLanes,
  args: { onMove: fn(), onStretchChange: fn() },
  render: (args) => <Lanes {...args} />,
} satisfies Meta<typeof TimelineLanes>;
export default meta;

type Story = StoryObj<typeof meta>;

/** What part of the session is seen, as the sliders of the minimap say it. */
function viewOf(canvas: { getByRole: (role: 'slider', options: { name: string }) => HTMLElement }): string {
  const say = (name: string): string => canvas.getByRole('slider', { name }).getAttribute('aria-valuetext') ?? '';
  return `${say('Start of the view')} ${say('End of the view')}`;
}

const focusedName = (): string => document.activeElement?.getAttribute('aria-label') ?? '';

/** One lane an agent, phases, a failure, a compaction, idle time, and the playhead. */
export const Typical: Story = {
  tags: ['visual'],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('treegrid', { name: 'Lanes' })).toHaveAttribute('aria-rowcount', '3');
    await expect(canvas.getAllByRole('row')).toHaveLength(3);
    await expect(canvas.getByRole('rowheader', { name: /Main agent/ })).toBeVisible();
  },
};

/** The keyboard alone: along a lane, across lanes, to a call, and what is shown. */
export const Keyboard: Story = {
  play: async ({ canvas, args }) => {
    const first = canvas.getByRole('gridcell', { name: /^Read docs\/tables\.md/ });
    first.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(focusedName()).toMatch(/^Grep offset\|timezone, 300 ms, 0:00:14$/);
    await userEvent.keyboard('{ArrowRight}');
    await expect(focusedName()).toMatch(/^Task /);
    await userEvent.keyboard('{ArrowDown}');
    await expect(focusedName()).toMatch(/parseStation\.ts/);
    await userEvent.keyboard('{ArrowDown}');
    await expect(focusedName()).toMatch(/^WebFetch /);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{End}');
    await expect(focusedName()).toMatch(/^Bash pnpm build, Interrupted/);
    await userEvent.keyboard('{Home}{PageDown}{PageUp}');
    await expect(focusedName()).toMatch(/^Read docs/);
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect(focusedName()).toMatch(/^WebFetch /);
    await userEvent.keyboard('{Enter}');
    await expect(args.onMove).toHaveBeenCalledOnce();
    await expect(shown?.getState().selection).toBeDefined();
    await expect(shown?.getState().position.at).toBe(104_000);
    await expect(canvas.getByRole('gridcell', { name: /^WebFetch/ })).toHaveAttribute('aria-selected', 'true');
  },
};

/** Zooming and panning with keys and buttons; the ends of the view are sliders. */
export const ZoomAndPan: Story = {
  play: async ({ canvas }) => {
    await expect(viewOf(canvas)).toBe('0:00:00 0:15:33');
    await expect(canvas.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(canvas.getByRole('button', { name: 'Zoom in' }));
    const zoomed = viewOf(canvas);
    await expect(zoomed).not.toBe('0:00:00 0:15:33');
    canvas.getByRole('gridcell', { name: /^Read docs/ }).focus();
    await userEvent.keyboard('d');
    await expect(viewOf(canvas)).not.toBe(zoomed);
    await userEvent.keyboard('a');
    await expect(viewOf(canvas)).toBe(zoomed);
    await userEvent.keyboard('++-');
    await userEvent.keyboard('f');
    await expect(viewOf(canvas)).toBe('0:00:00 0:15:33');
    canvas.getByRole('slider', { name: 'End of the view' }).focus();
    await userEvent.keyboard('{PageDown}{PageDown}');
    await expect(viewOf(canvas)).not.toBe('0:00:00 0:15:33');
    await userEvent.keyboard('{End}');
    await expect(viewOf(canvas)).toBe('0:00:00 0:15:33');
  },
};

/** Ctrl and the wheel zoom where the pointer is, Shift and the wheel pan; a plain wheel is the page's. */
export const Wheel: Story = {
  play: async ({ canvas, canvasElement }) => {
    const plot = canvasElement.querySelector('.ark-lanes__canvas') as HTMLElement;
    const { left, top, width } = plot.getBoundingClientRect();
    const turn = (init: WheelEventInit): boolean =>
      plot.dispatchEvent(
        new WheelEvent('wheel', {
          bubbles: true,
          cancelable: true,
          clientX: left + width / 2,
          clientY: top + 5,
          ...init,
        }),
      );
    await expect(turn({ deltaY: 100 })).toBe(true);
    await expect(viewOf(canvas)).toBe('0:00:00 0:15:33');
    await expect(turn({ deltaY: -300, ctrlKey: true })).toBe(false);
    await waitFor(() => expect(viewOf(canvas)).not.toBe('0:00:00 0:15:33'));
    const zoomed = viewOf(canvas);
    await expect(turn({ deltaY: 100, shiftKey: true })).toBe(false);
    await waitFor(() => expect(viewOf(canvas)).not.toBe(zoomed));
  },
};

/** Shift with the arrows selects a stretch, Z zooms to it, Esc selects nothing. */
export const Stretch: Story = {
  play: async ({ canvas, args }) => {
    canvas.getByRole('gridcell', { name: /^Read docs/ }).focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await expect(args.onStretchChange).toHaveBeenLastCalledWith({ from: 10_000, to: 216_000 });
    await expect(canvas.getByRole('status')).toHaveTextContent('0:00:10 – 0:03:36');
    await userEvent.keyboard('z');
    await expect(viewOf(canvas)).toBe('0:00:10 0:03:36');
    await userEvent.keyboard('{Escape}');
    await expect(args.onStretchChange).toHaveBeenLastCalledWith(undefined);
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement();
  },
};

/** A drag selects a stretch, a press chooses a call and goes there. */
export const Pointer: Story = {
  tags: ['visual'],
  play: async ({ canvas, canvasElement, args }) => {
    const plot = canvasElement.querySelector('.ark-lanes__canvas') as HTMLElement;
    const { left, top, width } = plot.getBoundingClientRect();
    const at = (share: number, y: number) => ({
      target: plot,
      coords: { clientX: left + 8 + share * (width - 16), clientY: top + y },
    });
    await userEvent.pointer([
      { keys: '[MouseLeft>]', ...at(0.1, 30) },
      { ...at(0.2, 30) },
      { ...at(0.4, 30) },
      { keys: '[/MouseLeft]', ...at(0.4, 30) },
    ]);
    await expect(args.onStretchChange).toHaveBeenCalledOnce();
    const replay = shown as Replay;
    const { index } = replay.getState();
    const task = index.items.find((item) => item.is === 'call' && item.call.tool_name === 'Task');
    const { toPlayback, playbackDuration } = index.axes.squeezed;
    const share = toPlayback(sessionMs(100_000)) / playbackDuration;
    await userEvent.pointer([{ keys: '[MouseLeft]', ...at(share, 16) }]);
    await expect(replay.getState().selection).toBe(task?.id);
    await expect(replay.getState().position.at).toBe(index.starts[task?.index ?? -1]);
    await expect(canvas.getByRole('status')).not.toBeEmptyDOMElement();
    await userEvent.pointer([at(share, 16)]);
    await waitFor(() => expect(canvasElement.querySelector('.ark-lanes__tip')).toHaveTextContent(/Task/));
  },
};

/** The part that is seen can be dragged on the minimap, and either end of it. */
export const MinimapDrag: Story = {
  play: async ({ canvas, canvasElement }) => {
    const map = canvasElement.querySelector('.ark-lanes__map-plot') as HTMLElement;
    const { left, top, width } = map.getBoundingClientRect();
    const at = (share: number) => ({ clientX: left + 8 + share * (width - 16), clientY: top + 20 });
    const end = canvas.getByRole('slider', { name: 'End of the view' });
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: end, coords: at(1) },
      { target: map, coords: at(0.5) },
      { keys: '[/MouseLeft]', target: map, coords: at(0.5) },
    ]);
    await expect(end).toHaveAttribute('aria-valuenow', '500');
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: map, coords: at(0.25) },
      { target: map, coords: at(0.5) },
      { keys: '[/MouseLeft]', target: map, coords: at(0.5) },
    ]);
    await expect(end).toHaveAttribute('aria-valuenow', '750');
    await expect(canvas.getByRole('slider', { name: 'Start of the view' })).toHaveAttribute('aria-valuenow', '250');
    await userEvent.pointer([{ keys: '[MouseLeft]', target: map, coords: at(0) }]);
    await expect(canvas.getByRole('slider', { name: 'Start of the view' })).toHaveAttribute('aria-valuenow', '0');
  },
};

/** Subagents below the one that started them; their lanes can be hidden. */
export const Nested: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={nestedSession} start={{ at: sessionMs(150_000) }} />,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('row').map((row) => row.getAttribute('aria-level'))).toEqual([
      '1',
      '2',
      '3',
      '2',
      '2',
    ]);
    const fold = canvas.getByRole('button', { name: 'Hide 1 lane below surveyor' });
    fold.focus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getAllByRole('row')).toHaveLength(4);
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getAllByRole('row')).toHaveLength(5);
  },
};

/** Calls at once lie side by side; none over another. */
export const Parallel: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={parallelSession} start={{ at: 'end' }} />,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('row')).toHaveLength(1);
  },
};

/** A night is as wide as a lunch break, and says how long it was. */
export const LongIdle: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={idleSession} start={{ at: 'end' }} />,
  play: async ({ canvas }) => {
    await expect(viewOf(canvas)).toBe('0:00:00 25:01:10');
  },
};

/** A failure: a wedge above the lane, an edge on the call, and the reason in its name. */
export const Failed: Story = {
  render: (args) => (
    <Lanes {...args} session={sessionFromText('0:00 Read(a.ts) 1s\n0:02 Bash(make) 9s failed: no rule')} />
  ),
  play: async ({ canvas }) => {
    canvas.getByRole('gridcell', { name: /^Read a.ts/ }).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(focusedName()).toMatch(/^Bash make, Failed: no rule, 9.0 s/);
    await expect(canvas.getByRole('rowheader', { name: /1 failed/ })).toBeVisible();
  },
};

/** While it plays, the playhead moves and the view goes with it. */
export const Playing: Story = {
  render: (args) => <Lanes {...args} start={{ at: 'start' }} />,
  play: async ({ canvas }) => {
    const end = canvas.getByRole('slider', { name: 'End of the view' });
    end.focus();
    await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}');
    const before = viewOf(canvas);
    await expect(before).toMatch(/^0:00:00 /);
    shown?.toEnd();
    await waitFor(() => expect(viewOf(canvas)).toMatch(/ 0:15:33$/));
  },
};

/** Sixty agents: the lanes scroll, those in sight stand in the document, and the focus goes through all of them. */
export const ManyAgents: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={manyAgents} start={{ at: sessionMs(30_000) }} />,
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '61');
    await expect(canvas.getAllByRole('row').length).toBeLessThan(30);
    await userEvent.click(canvas.getByRole('button', { name: /more lanes$/ }));
    const scroller = canvasElement.querySelector('.ark-lanes__scroller') as HTMLElement;
    await waitFor(() => expect(scroller.scrollTop).toBeGreaterThan(100));
    canvas.getAllByRole('gridcell')[0]?.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Control>}{End}{/Control}');
    await waitFor(() => expect(focusedName()).toMatch(/^Bash pnpm check station/));
    const row = document.activeElement?.closest('[role="row"]');
    await expect(row).toHaveAttribute('aria-rowindex', '61');
    const { bottom } = (row as Element).getBoundingClientRect();
    await expect(bottom).toBeLessThanOrEqual(scroller.getBoundingClientRect().bottom + 1);
    await expect(canvas.queryByRole('button', { name: /more lanes$/ })).toBeNull();
  },
};

/** No calls at all. */
export const Empty: Story = {
  render: (args) => <Lanes {...args} session={sessionFromText('@ title Nothing')} start={{}} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByText('This session has no calls and no messages.')).toBeVisible();
  },
};

/** One call. */
export const One: Story = {
  render: (args) => (
    <Lanes {...args} session={sessionFromText('0:00 Read(a.ts) 300ms: 3 lines')} start={{ at: 'end' }} />
  ),
  play: async ({ canvas }) => {
    canvas.getByRole('gridcell', { name: /^Read a.ts/ }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{PageDown}');
    await expect(focusedName()).toMatch(/^Read a.ts/);
  },
};

/** A log without times: each item takes one place. */
export const WithoutTimes: Story = {
  render: (args) => (
    <Lanes
      {...args}
      session={sessionFromText('- user: Go.\n- Read(a.ts) 0ms\n- Bash(make) 0ms\n- Edit(a.ts) 0ms')}
      start={{ at: 'end' }}
    />
  ),
  play: async ({ canvas }) => {
    await expect(viewOf(canvas)).toBe('1 4');
  },
};

const tenThousand = manyCalls(10_000);

/** Ten thousand calls. */
export const TenThousand: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={tenThousand} start={{ at: 'start' }} />,
  play: async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelectorAll('.ark-lanes *').length).toBeLessThan(500);
    canvas.getAllByRole('gridcell')[0]?.focus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(canvas.getAllByRole('gridcell').length).toBeGreaterThan(1));
  },
};

/** A hundred thousand calls: what cannot be told apart is one mark, and no more of it stands in the document. */
export const HundredThousand: Story = {
  render: (args) => <Lanes {...args} session={manyCalls(100_000)} start={{ at: 'start' }} />,
  play: async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelectorAll('.ark-lanes *').length).toBeLessThan(500);
    await userEvent.click(canvas.getByRole('button', { name: 'Zoom in' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Later' }));
    await expect(viewOf(canvas)).not.toMatch(/^0:00:00 /);
  },
};

/** Names of agents and tools that are no names. */
export const Hostile: Story = {
  render: (args) => <Lanes {...args} session={hostileLanes} start={{ at: 'end' }} />,
  play: ({ canvasElement }) => expectHarmless(canvasElement),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual'],
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      <Lanes {...args} />
    </Narrow>
  ),
  play: async ({ canvas }) => {
    const { width, height } = canvas.getByRole('button', { name: '放大' }).getBoundingClientRect();
    await expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  },
};
