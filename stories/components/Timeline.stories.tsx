import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { type ItemScope, Timeline } from '../../src/components/index.ts';
import { indexSession, noFilters, positionOf, type SessionIndex } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { scope } from '../data/builders.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { longSession } from '../data/longSession.ts';
import { replaySession, unphasedSession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const index = indexSession(replaySession);

/** A session with another start time than that of the other stories. */
function ofItself(session: Session): { index: SessionIndex; scope: ItemScope } {
  return { index: indexSession(session), scope: { ...scope, startedAt: session.created_at } };
}

/** Position of the playhead at a call. */
function at(callId: string, of: SessionIndex = index): { position: ReturnType<typeof positionOf> } {
  return { position: positionOf(of, of.callById(callId)?.index ?? 0) };
}

const meta = {
  title: 'Panels/Timeline',
  component: Timeline,
  argTypes: { index: { control: false }, filters: { control: false }, expanded: { control: false } },
  args: { index, scope, onSelect: fn(), onSeek: fn(), style: { height: 640 } },
} satisfies Meta<typeof Timeline>;
export default meta;

type Story = StoryObj<typeof meta>;

const rowsOf = (canvas: HTMLElement): HTMLElement[] => within(canvas).getAllByRole('treeitem');
const scrollerOf = (canvas: HTMLElement): HTMLElement => within(canvas).getByRole('tree');
const frames = async (count = 2): Promise<void> => {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};
const activeRow = (): HTMLElement => document.activeElement as HTMLElement;
const rowNamed = (canvas: HTMLElement, name: RegExp): HTMLElement => within(canvas).getByRole('treeitem', { name });

/** Everything that happened, under its phases; the playhead stands at a failed command, another row is selected. */
export const Typical: Story = {
  tags: ['visual'],
  args: { ...at('tool-011'), selected: 'tool-009' },
  play: inTests(async ({ canvasElement }) => {
    const current = rowsOf(canvasElement).find((row) => row.getAttribute('aria-current') === 'step');
    await expect(current).toHaveAccessibleName(/Bash pnpm vitest run .*running/);
  }),
};

/** Without a playhead no row lies ahead, and the list begins at its top. */
export const FromTheTop: Story = {
  tags: ['visual', 'case'],
  play: inTests(async ({ canvasElement }) => {
    await expect(rowsOf(canvasElement)[0]).toHaveAccessibleName(/October table/);
    await expect(rowsOf(canvasElement)[1]).toHaveAccessibleName(/^Understand 2 calls/);
  }),
};

/** An empty session. */
export const Empty: Story = {
  tags: ['case'],
  args: { index: indexSession(sessionFromText('@ title Nothing')) },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('This session has no calls and no messages.')).toBeVisible();
  }),
};

/** A prompt without an answer. */
export const One: Story = {
  tags: ['case'],
  args: ofItself(sessionFromText('0:00 user: Are you there?')),
};

/** Without phases, as in most logs. */
export const WithoutPhases: Story = {
  tags: ['visual'],
  args: { index: indexSession(unphasedSession) },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByText('Understand')).toBeNull();
  }),
};

/** The overlay of phases can be hidden, and no row moves. */
export const PhasesHidden: Story = {
  tags: ['visual', 'case'],
  args: { phases: 'hidden' },
  render: (args) => (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
      <Timeline {...args} phases="shown" data-testid="shown" />
      <Timeline {...args} data-testid="hidden" />
    </div>
  ),
  play: inTests(async ({ canvas }) => {
    const tops = (testId: string): string[] =>
      [...canvas.getByTestId(testId).querySelectorAll<HTMLElement>('[data-kind="item"]')].map(
        (row) => `${row.textContent} ${row.offsetTop}`,
      );
    await expect(tops('hidden').length).toBeGreaterThan(10);
    await expect(tops('hidden')).toEqual(tops('shown'));
    await expect(within(canvas.getByTestId('hidden')).queryByText('Understand')).toBeNull();
  }),
};

/** Runs of subagents unfold in place, also nested ones; phases show decisions, context and files. */
export const Unfolded: Story = {
  tags: ['visual'],
  args: { style: { height: 880 } },
  play: inTests(async ({ canvasElement, canvas }) => {
    // By keyboard: into the run, and into the run inside it.
    rowsOf(canvasElement)[0]?.focus();
    const task = rowNamed(canvasElement, /Task explorer Find every place/);
    while (activeRow() !== task) {
      await userEvent.keyboard('{ArrowDown}');
    }
    await expect(activeRow()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowRight}');
    await expect(activeRow()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowRight}');
    await expect(activeRow()).toHaveAccessibleName(/Read src\/stations\/ parseStation\.ts/);
    await expect(activeRow()).toHaveAttribute('aria-level', '2');
    await expect(activeRow()).toHaveAttribute('aria-setsize', '7');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
    await expect(activeRow()).toHaveAttribute('aria-level', '3');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await expect(activeRow()).toHaveAccessibleName(/Task explorer Find every place/);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}');
    await userEvent.click(canvas.getByRole('button', { name: 'Details of Plan' }));
    await expect(canvas.getByText('An offset is a fact about a moment, not about a place.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Details of Explore' }));
    await expect(canvas.getByText('Explored files')).toBeVisible();
    activeRow().blur();
  }),
};

/** Hidden kinds and items that the search does not find have no rows. */
export const Filtered: Story = {
  args: { filters: { ...noFilters, only: 'prompts' } },
  play: inTests(async ({ canvasElement, canvas }) => {
    await expect(canvas.getAllByRole('treeitem', { name: /You/ })).toHaveLength(2);
    const others = rowsOf(canvasElement).filter(
      ({ dataset, textContent }) => dataset.kind === 'item' && !/You/.test(textContent),
    );
    await expect(others).toEqual([]);
  }),
};

/** A search without matches says so. */
export const NothingFound: Story = {
  tags: ['case'],
  args: { filters: { ...noFilters, matches: new Set<string>() } },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Nothing in this session is what you ask for.')).toBeVisible();
  }),
};

const seenBefore = index.callById('tool-009')?.index ?? 0;
/** What came in the ten minutes since the reader looked. */
const news = {
  news: { after: seenBefore, count: index.items.length - 1 - seenBefore, agoMs: 600_000 },
  goal: { to: 'line' },
} as const;

/** A line stands above what came since the reader looked; a button leads there, and from there to the end. */
export const News: Story = {
  tags: ['visual'],
  // So low that the end stays out of sight, whose rows grow once Markdown is loaded.
  args: { ...news, style: { height: 400 } },
  play: inTests(async ({ canvasElement }) => {
    const line = rowNamed(canvasElement, /^\d+ new since you looked\s*10 min ago$/);
    await expect(line.getBoundingClientRect().height).toBe(28);
    const sight = scrollerOf(canvasElement).getBoundingClientRect();
    await waitFor(() => expect(line.getBoundingClientRect().top).toBeGreaterThanOrEqual(sight.top));
    await expect(line.getBoundingClientRect().bottom).toBeLessThanOrEqual(sight.bottom);
    line.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    await expect(activeRow()).toBe(line);
    line.blur();
  }),
};

/** The button out of sight of the line: at first at the top, where all is seen; then it leads on to the end. */
export const NewsOutOfSight: Story = {
  tags: ['case'],
  args: { ...news, goal: undefined, style: { height: 320 } },
  play: inTests(async ({ canvasElement }) => {
    const pill = () => within(canvasElement).getByRole('button', { name: /^\d+ new$|^To the end$/ });
    await waitFor(() => expect(pill()).toHaveTextContent(/^\d+ new$/));
    await userEvent.click(pill());
    await waitFor(() => expect(activeRow()).toHaveAccessibleName(/new since you looked/));
    await waitFor(() => expect(pill()).toHaveTextContent('To the end'));
    await userEvent.click(pill());
    await waitFor(() => expect(pill()).toHaveTextContent(/^\d+ new$/));
    await expect(activeRow().dataset.row).toBe(rowsOf(canvasElement).at(-1)?.dataset.row);
  }),
};

/** The line at 360 px, in Chinese. */
export const NewsNarrowChinese: Story = {
  tags: ['visual', 'case'],
  args: { ...news, style: { height: 480 } },
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      <Timeline {...args} />
    </Narrow>
  ),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { ...at('tool-011'), selected: 'tool-009' },
  render: (args) => (
    <Narrow>
      <Timeline {...args} />
    </Narrow>
  ),
};

/** Markup, reordering characters and endless words in every kind of row. */
export const Hostile: Story = {
  tags: ['visual', 'case'],
  args: { index: indexSession(hostileSession) },
  play: inTests(async ({ canvasElement }) => {
    await expectHarmless(canvasElement);
  }),
};

const tenThousand = ofItself(longSession(10_000));
const long = tenThousand.index;

/** Ten thousand rows: only those in sight are drawn, and both ends are reached to the pixel. */
export const TenThousandRows: Story = {
  tags: ['case'],
  args: tenThousand,
  play: inTests(async ({ canvasElement }) => {
    const scroller = scrollerOf(canvasElement);
    rowsOf(canvasElement)[0]?.focus();
    await userEvent.keyboard('{End}');
    await expect(activeRow()).toHaveAttribute('aria-posinset', activeRow().getAttribute('aria-setsize') ?? '');
    const bottom = (): number => scroller.getBoundingClientRect().bottom - activeRow().getBoundingClientRect().bottom;
    await expect(Math.abs(bottom())).toBeLessThan(1);
    await frames();
    await expect(Math.abs(bottom())).toBeLessThan(1);
    await userEvent.keyboard('{PageUp}{PageUp}{Home}');
    await expect(activeRow().offsetTop).toBe(0);
    await expect(scroller.scrollTop).toBe(0);
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(1500);
  }),
};

/** Jumps leave no frame empty, and scrolling up moves the text by exactly the scrolled distance. */
export const Steady: Story = {
  tags: ['!autodocs', 'case'],
  args: tenThousand,
  play: inTests(async ({ canvasElement }) => {
    const scroller = scrollerOf(canvasElement);
    const { left, top, height } = scroller.getBoundingClientRect();
    const rowAt = (y: number): HTMLElement | null | undefined =>
      document.elementFromPoint(left + 200, top + y)?.closest<HTMLElement>('[data-row]');
    for (let jump = 0; jump < 30; jump += 1) {
      scroller.scrollTop = ((jump * 37) % 30) * (scroller.scrollHeight / 30);
      await frames(1);
      const probes = Array.from({ length: 8 }, (_, n) => rowAt(((n + 0.5) * height) / 8));
      await expect(probes.every((row) => row !== null && row !== undefined)).toBe(true);
    }
    for (let step = 0; step < 60; step += 1) {
      const row = rowAt(300);
      const before = row?.getBoundingClientRect().top ?? 0;
      scroller.scrollTop -= 70;
      await frames(1);
      await expect(Math.round((row?.getBoundingClientRect().top ?? 0) - before)).toBe(70);
    }
  }),
};

function Moving(args: ComponentProps<typeof Timeline>): ReactElement {
  const [item, setItem] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setItem((now) => Math.min(long.items.length - 1, now + 400))}>
        on
      </button>
      <Timeline {...args} index={long} position={positionOf(long, item)} />
    </>
  );
}

/** The list follows the playhead until the reader scrolls; then a pill shows where it is, and leads there. */
export const Follows: Story = {
  tags: ['case'],
  args: tenThousand,
  render: Moving,
  play: inTests(async ({ canvasElement, canvas }) => {
    const scroller = scrollerOf(canvasElement);
    const on = canvas.getByRole('button', { name: 'on' });
    await userEvent.click(on);
    await expect(scroller.scrollTop).toBeGreaterThan(1000);
    await expect(canvas.queryByRole('button', { name: /^Playhead/ })).toBeNull();

    scroller.scrollTop += 3000;
    await frames();
    const chosen = scroller.scrollTop;
    await userEvent.click(on);
    await frames();
    await expect(scroller.scrollTop).toBe(chosen);

    const pill = await canvas.findByRole('button', { name: /^Playhead 0:/ });
    pill.focus();
    await userEvent.keyboard('{Enter}');
    await frames();
    await expect(canvas.queryByRole('button', { name: /^Playhead/ })).toBeNull();
    await expect(canvasElement.querySelector('[aria-current]')).toBeVisible();
    const before = scroller.scrollTop;
    await userEvent.click(on);
    await expect(scroller.scrollTop).toBeGreaterThan(before);
  }),
};

/** One Tab stop; arrows, Page Up and Down, Home and End; Enter shows details; focus survives when its row leaves the view. */
export const Keyboard: Story = {
  tags: ['case'],
  args: { ...tenThousand, onSelect: fn(), onSeek: fn() },
  play: inTests(async ({ canvasElement, args }) => {
    await userEvent.tab();
    await expect(activeRow()).toHaveAttribute('role', 'treeitem');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect(args.onSelect).toHaveBeenLastCalledWith('tool-002');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await expect(args.onSeek).toHaveBeenLastCalledWith(long.callById('tool-002')?.index);
    const focused = activeRow();
    scrollerOf(canvasElement).scrollTop = 200_000;
    await frames();
    await expect(document.activeElement).toBe(focused);
    await userEvent.keyboard('{ArrowDown}');
    await expect(scrollerOf(canvasElement).scrollTop).toBeLessThan(1000);
    await expect(activeRow()).not.toBe(focused);
  }),
};

/** Controls within a row are reached by Tab from that row only, and keep their own keys. */
export const InsideRows: Story = {
  tags: ['case'],
  play: inTests(async ({ canvasElement, canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('button').length).toBeGreaterThan(3));
    const stops = [...canvasElement.querySelectorAll<HTMLElement>('button, a, [tabindex]')].filter(
      ({ tabIndex }) => tabIndex === 0,
    );
    const active = stops.find((element) => element.getAttribute('role') === 'treeitem');
    await expect(stops.every((element) => active?.contains(element))).toBe(true);

    const thought = rowNamed(canvasElement, /Thinking The hour/);
    thought.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(thought).toHaveAttribute('aria-expanded', 'true');
    await userEvent.tab();
    await expect(thought.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect(thought).toHaveAttribute('aria-expanded', 'false');
  }),
};

/** A press selects a row; on its time it moves the playhead; on an unfold button it unfolds. */
export const Pointer: Story = {
  tags: ['case'],
  play: inTests(async ({ canvasElement, canvas, args }) => {
    const read = rowNamed(canvasElement, /Read docs\/ tables\.md/);
    await userEvent.click(within(read).getByText('tables.md'));
    await expect(args.onSelect).toHaveBeenLastCalledWith('tool-001');
    await userEvent.click(within(read).getByText('0:00:10'));
    await expect(args.onSeek).toHaveBeenCalledWith(index.callById('tool-001')?.index);
    await userEvent.click(canvas.getByRole('button', { name: /^Thinking The hour/ }));
    await expect(args.onSelect).toHaveBeenCalledTimes(1);
    await expect(await canvas.findByText(/If once per station, that explains it/)).toBeVisible();
  }),
};

const grown = indexSession(longSession(10_300));

function Growing(args: ComponentProps<typeof Timeline>): ReactElement {
  const [more, setMore] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setMore(true)}>
        more
      </button>
      <Timeline {...args} index={more ? grown : long} />
    </>
  );
}

/** A growing log leaves the reader's position unchanged. */
export const Grows: Story = {
  tags: ['case'],
  args: tenThousand,
  render: Growing,
  play: inTests(async ({ canvasElement, canvas }) => {
    const scroller = scrollerOf(canvasElement);
    scroller.scrollTop = 30_000;
    await frames();
    const { left, top } = scroller.getBoundingClientRect();
    const read = (): string => {
      const row = document.elementFromPoint(left + 200, top + 200)?.closest<HTMLElement>('[data-row]');
      return `${row?.textContent} ${row?.getBoundingClientRect().top}`;
    };
    const before = read();
    await userEvent.click(canvas.getByRole('button', { name: 'more' }));
    await frames();
    await expect(read()).toBe(before);
  }),
};
