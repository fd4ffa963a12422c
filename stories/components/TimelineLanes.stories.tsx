import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { TimelineLanes } from '../../src/components/index.ts';
import { type Replay, sessionMs } from '../../src/replay/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import {
  hostileLanes,
  idleSession,
  manyAgents,
  manyCalls,
  nestedSession,
  parallelSession,
} from '../data/laneSessions.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { Lanes, shownReplay, viewOf } from '../laneReplay.tsx';

const meta = {
  title: 'Panels/TimelineLanes',
  component: TimelineLanes,
  args: { onMove: fn(), onRangeChange: fn() },
  render: (args) => <Lanes {...args} />,
  parameters: { showCode: { within: 'ReplayProvider' } },
} satisfies Meta<typeof TimelineLanes>;
export default meta;

type Story = StoryObj<typeof meta>;

const focusedName = (): string => document.activeElement?.getAttribute('aria-label') ?? '';

/** One lane an agent, phases, a failure, a compaction, idle time, and the playhead. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('treegrid', { name: 'Lanes' })).toHaveAttribute('aria-rowcount', '3');
    await expect(canvas.getAllByRole('row')).toHaveLength(3);
    await expect(canvas.getByRole('rowheader', { name: /Main agent/ })).toBeVisible();
  }),
};

const filling = sessionFromText(`
  0:00 user: Read it all, then mend it
  0:02 Read(src/a.ts) 3s
  0:06 usage: input 900, output 200, cache_write 21000
  0:08 Task(look around) 40s as explorer
    0:10 Grep(parse) 4s
    0:20 usage: input 30000, output 400
    0:40 Read(src/b.ts) 2s
    0:46 usage: input 9000, output 300, cache_read 30000
  0:50 usage: input 400, output 900, cache_read 60000
  1:10 Bash(pnpm test) 50s
  2:02 usage: input 300, output 1200, cache_read 118000
  2:05 notice(compaction): 119000 -> 14000
  2:20 assistant: Which of the two?
  2:24 usage: output 300, cache_read 14000
  3:10 user: The second
  3:20 Edit(src/a.ts) 300ms
  3:25 usage: input 200, output 700, cache_read 15000
  3:40 assistant: Mended.`);

/** Whom the session waited for, what filled the context, and how many tokens it took; pointing at a moment shows their values. */
export const Plots: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={filling} />,
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('118,300')).toBeVisible();
    const plot = canvasElement.querySelector('.ark-lanes__plot-canvas') as HTMLElement;
    await expect(plot.clientHeight).toBe(76);
    const fold = canvas.getByRole('button', { name: 'Hide context and tokens' });
    fold.focus();
    await userEvent.keyboard('{Enter}');
    await expect(plot.clientHeight).toBe(20);
    await expect(canvas.queryByText('118,300')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Show context and tokens' }));
    await userEvent.pointer({
      target: plot,
      coords: { clientX: plot.getBoundingClientRect().right - 9, clientY: plot.getBoundingClientRect().top + 30 },
    });
    await waitFor(() => expect(canvas.getByText('15,200')).toBeVisible());
  }),
};

/** By keyboard alone: along a lane, across lanes, to a call, and to the menu of what is shown. */
export const Keyboard: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas, args }) => {
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
    await expect(shownReplay()?.getState().selection).toBeDefined();
    await expect(shownReplay()?.getState().position.at).toBe(104_000);
    await expect(canvas.getByRole('gridcell', { name: /^WebFetch/ })).toHaveAttribute('aria-selected', 'true');
  }),
};

/** A drag selects a range; a press chooses a call and moves there. */
export const Pointer: Story = {
  tags: ['visual', 'case'],
  play: inTests(async ({ canvas, canvasElement, args }) => {
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
    await expect(args.onRangeChange).toHaveBeenCalledOnce();
    const replay = shownReplay() as Replay;
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
  }),
};

/** Subagents lie below the agent that started them; their lanes can be hidden. */
export const Nested: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={nestedSession} start={{ at: sessionMs(150_000) }} />,
  play: inTests(async ({ canvas }) => {
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
  }),
};

/** Simultaneous calls lie side by side, without overlap. */
export const Parallel: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={parallelSession} start={{ at: 'end' }} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getAllByRole('row')).toHaveLength(1);
  }),
};

/** A night is as wide as a lunch break, and its label gives its length. */
export const LongIdle: Story = {
  tags: ['visual'],
  render: (args) => <Lanes {...args} session={idleSession} start={{ at: 'end' }} />,
  play: inTests(async ({ canvas }) => {
    await expect(viewOf(canvas)).toBe('0:00:00 25:01:10');
  }),
};

/** A failure: a wedge above the lane, an edge on the call, and the reason in its name. */
export const Failed: Story = {
  render: (args) => (
    <Lanes {...args} session={sessionFromText('0:00 Read(a.ts) 1s\n0:02 Bash(make) 9s failed: no rule')} />
  ),
  play: inTests(async ({ canvas }) => {
    canvas.getByRole('gridcell', { name: /^Read a.ts/ }).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(focusedName()).toMatch(/^Bash make, Failed: no rule, 9.0 s/);
    await expect(canvas.getByRole('rowheader', { name: /1 failed/ })).toBeVisible();
  }),
};

/** While it plays, the playhead moves and the view follows. */
export const Playing: Story = {
  tags: ['case'],
  render: (args) => <Lanes {...args} start={{ at: 'start' }} />,
  play: inTests(async ({ canvas }) => {
    const end = canvas.getByRole('slider', { name: 'End of the view' });
    end.focus();
    await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}');
    const before = viewOf(canvas);
    await expect(before).toMatch(/^0:00:00 /);
    shownReplay()?.toEnd();
    await waitFor(() => expect(viewOf(canvas)).toMatch(/ 0:15:33$/));
  }),
};

/** Sixty agents: the lanes scroll, only those in sight are in the document, and focus reaches all of them. */
export const ManyAgents: Story = {
  tags: ['visual', 'case'],
  render: (args) => <Lanes {...args} session={manyAgents} start={{ at: sessionMs(30_000) }} />,
  play: inTests(async ({ canvas, canvasElement }) => {
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
    await waitFor(() => expect(canvas.queryByRole('button', { name: /more lanes$/ })).toBeNull());
  }),
};

/** A session without calls. */
export const Empty: Story = {
  tags: ['case'],
  render: (args) => <Lanes {...args} session={sessionFromText('@ title Nothing')} start={{}} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('This session has no calls and no messages.')).toBeVisible();
  }),
};

/** One call. */
export const One: Story = {
  tags: ['case'],
  render: (args) => (
    <Lanes {...args} session={sessionFromText('0:00 Read(a.ts) 300ms: 3 lines')} start={{ at: 'end' }} />
  ),
  play: inTests(async ({ canvas }) => {
    canvas.getByRole('gridcell', { name: /^Read a.ts/ }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{PageDown}');
    await expect(focusedName()).toMatch(/^Read a.ts/);
  }),
};

/** A log without times: each item takes one unit. */
export const WithoutTimes: Story = {
  tags: ['case'],
  render: (args) => (
    <Lanes
      {...args}
      session={sessionFromText('- user: Go.\n- Read(a.ts) 0ms\n- Bash(make) 0ms\n- Edit(a.ts) 0ms')}
      start={{ at: 'end' }}
    />
  ),
  play: inTests(async ({ canvas }) => {
    await expect(viewOf(canvas)).toBe('1 4');
  }),
};

const tenThousand = manyCalls(10_000);

/** Ten thousand calls. */
export const TenThousand: Story = {
  tags: ['visual', 'case'],
  render: (args) => <Lanes {...args} session={tenThousand} start={{ at: 'start' }} />,
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelectorAll('.ark-lanes *').length).toBeLessThan(500);
    canvas.getAllByRole('gridcell')[0]?.focus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(canvas.getAllByRole('gridcell').length).toBeGreaterThan(1));
  }),
};

/** A hundred thousand calls: indistinguishable calls share one mark, so the document stays small. */
export const HundredThousand: Story = {
  tags: ['case'],
  render: (args) => <Lanes {...args} session={manyCalls(100_000)} start={{ at: 'start' }} />,
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelectorAll('.ark-lanes *').length).toBeLessThan(500);
    await userEvent.click(canvas.getByRole('button', { name: 'Zoom in' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Later' }));
    await expect(viewOf(canvas)).not.toMatch(/^0:00:00 /);
  }),
};

/** Hostile names of agents and tools. */
export const Hostile: Story = {
  tags: ['case'],
  render: (args) => <Lanes {...args} session={hostileLanes} start={{ at: 'end' }} />,
  play: inTests(({ canvasElement }) => expectHarmless(canvasElement)),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      <Lanes {...args} />
    </Narrow>
  ),
  play: inTests(async ({ canvas }) => {
    const { width, height } = canvas.getByRole('button', { name: '放大' }).getBoundingClientRect();
    await expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }),
};
