import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { SessionReplay } from '../../src/components/session-replay/SessionReplay.tsx';
import { readingLevels, sessionMs } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { contentUrl, loadSample } from '../data/convertedSessions.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { linkedSession } from '../data/linkedSession.ts';
import { longSession } from '../data/longSession.ts';
import { planned } from '../data/plannedSession.ts';
import { replaySession, unphasedSession } from '../data/replaySession.ts';
import { workflow } from '../data/workflowSession.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { replayControls } from '../replayControls.ts';

/** Entries of the session picker besides the story's own. */
const pickable: Readonly<Record<string, Session>> = {
  'The story’s own': replaySession,
  'Without phases': unphasedSession,
  'With links of context': linkedSession,
  'A plan under review': planned,
  'A workflow': workflow,
  '2,000 rows': longSession(2000),
  'Hostile texts': hostileSession,
};

const usage = `import { KitProvider, parseSessionText, SessionReplay } from 'agent-replay-kit';
import 'agent-replay-kit/styles.css';

const { session, diagnostics } = parseSessionText(await (await fetch('/session.json')).text());
if (session === undefined) throw new Error(diagnostics[0]?.message);

<KitProvider theme="dark" language="en">
  <SessionReplay session={session} keys="page" style={{ height: '100dvh' }} />
</KitProvider>`;

const meta = {
  title: 'Replay/SessionReplay',
  component: SessionReplay,
  args: { session: replaySession, contentUrl, keys: 'page', style: { height: 'calc(100dvh - 1px)' } },
  argTypes: {
    ...replayControls,
    session: {
      ...replayControls.session,
      control: { type: 'select' },
      options: Object.keys(pickable),
      mapping: pickable,
    },
    options: {
      ...replayControls.options,
      table: {
        ...replayControls.options.table,
        defaultValue: { summary: "{ at: 'start', rate: 4, filters: { hidden: ['usage'] } }" },
      },
    },
    level: { control: 'radio', options: readingLevels },
    defaultLevel: { control: 'radio', options: readingLevels },
  },
  parameters: {
    showCode: { write: () => usage },
    docs: {
      story: { inline: false, height: '720px' },
    },
  },
} satisfies Meta<typeof SessionReplay>;
export default meta;

type Story = StoryObj<typeof meta>;

interface Loaded {
  session: Session;
}

/** The session that `pnpm etl` made of a sample: the one with the most calls of its format. */
function sample(format: string): Pick<Story, 'loaders' | 'render' | 'play'> {
  return {
    loaders: [async () => ({ session: await loadSample(format) })],
    render: ({ session: picked, style, keys }, { loaded }) => (
      <SessionReplay
        session={picked === undefined || picked === replaySession ? (loaded as Loaded).session : picked}
        contentUrl={contentUrl}
        keys={keys}
        style={style}
      />
    ),
    play: inTests(async ({ canvas, loaded }) => {
      const { task_title } = (loaded as Loaded).session;
      await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent(task_title.trim().replace(/\s+/g, ' '));
      await expect(canvas.getAllByRole('treeitem').length).toBeGreaterThan(0);
    }),
  };
}

export const ClaudeCode: Story = { name: 'Claude Code', ...sample('claude-code') };
export const CodexLog: Story = { name: 'Codex: conversation.log', ...sample('codex-log') };
export const CodexRollout: Story = { name: 'Codex: session file', ...sample('codex-rollout') };
export const Std001: Story = { name: 'STD-001', ...sample('std001') };
export const Wf: Story = { name: 'wf workflow', ...sample('wf') };
export const Frago: Story = { name: 'Frago monitor', ...sample('frago') };
export const Planner: Story = { name: 'Planner', ...sample('planner') };

/** A session drawn for this page, with everything that a replay shows; the playhead stands at a failed command. */
export const AtFailure: Story = {
  tags: ['visual'],
  args: { options: { at: sessionMs(826_000) } },
};

export const Chinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { options: { at: sessionMs(826_000) } },
};

export const Phone: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { style: { height: 720 } },
  decorators: [
    (Drawn) => (
      <Narrow>
        <Drawn />
      </Narrow>
    ),
  ],
};

/** A log that is still being written, opened again after ten minutes: a button leads to the line above what came meanwhile. */
export const Live: Story = {
  tags: ['visual'],
  args: {
    options: { at: 'start' },
    live: true,
    seen: { item: 'tool-012', at: Date.now() - 600_000 },
    lanesPanel: 'hidden',
  },
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: /^\d+ new$/ })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'false');
  }),
};

/** The same on a phone, in Chinese. */
export const LivePhone: Story = { ...Phone, args: { ...Live.args, style: { height: 720 } } };

/** The whole replay by keyboard alone: play, step, open details, close them. */
export const Keyboard: Story = {
  tags: ['case'],
  args: { options: { at: 'start' } },
  play: inTests(async ({ canvas }) => {
    const bar = canvas.getByRole('slider', { name: 'Position' });
    const before = bar.getAttribute('aria-valuetext');
    canvas.getByRole('tree').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect(canvas.getByRole('treeitem', { selected: true })).toBeVisible();
    await expect(bar.getAttribute('aria-valuetext')).not.toBe(before);
  }),
};

/** The agents side by side above the list: `V` shows and hides them. */
export const Lanes: Story = {
  tags: ['visual', 'case'],
  args: { options: { at: sessionMs(826_000) }, lanesPanel: 'shown' },
};

/** On a phone the lanes are shown on request only, and leave the larger part to the list below them. */
export const PhoneLanes: Story = {
  tags: ['case'],
  ...Phone,
  args: { options: { at: sessionMs(826_000) }, style: { height: 720 }, lanesPanel: 'shown' },
  play: inTests(async ({ canvas, canvasElement }) => {
    const list = canvasElement.querySelector('[role="tree"]') as HTMLElement;
    await expect(list).toBeVisible();
    // The row is half above the view: scrolling it in would race with what follows.
    canvas.getAllByRole('treeitem')[0]?.focus({ preventScroll: true });
    await userEvent.keyboard('v');
    const lanes = await canvas.findByRole('treegrid', {}, { timeout: 20_000 });
    await expect(lanes).toBeVisible();
    await expect(list.getBoundingClientRect().top).toBeGreaterThanOrEqual(lanes.getBoundingClientRect().bottom);
    await expect(list.clientHeight).toBeGreaterThan(lanes.clientHeight);
    await userEvent.keyboard('v');
    await expect(canvas.queryByRole('treegrid')).toBeNull();
    await userEvent.keyboard('v');
  }),
};

/** The lanes by keyboard alone: shown, walked through, a call chosen, a range selected, which limits the list, and cleared. */
export const LanesByKeyboard: Story = {
  tags: ['case'],
  args: { options: { at: 'start' }, lanesPanel: 'hidden' },
  play: inTests(async ({ canvas }) => {
    const focused = (): string => document.activeElement?.getAttribute('aria-label') ?? '';
    const rows = (): string | null => canvas.getAllByRole('treeitem')[0]?.getAttribute('aria-setsize') ?? null;
    const all = rows();
    canvas.getByRole('tree').focus();
    await userEvent.keyboard('v');
    await expect(canvas.getByRole('button', { name: 'Lanes' })).toHaveAttribute('aria-pressed', 'true');
    // Lanes prepare themselves before they are drawn.
    (await canvas.findByRole('gridcell', { name: /^Read docs/ }, { timeout: 20_000 })).focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect(canvas.getByRole('treeitem', { selected: true })).toHaveTextContent(/^.*Grep/);
    await expect(canvas.getByRole('slider', { name: 'Position' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^0:00:14/),
    );
    await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await expect(canvas.getByText('0:00:10 – 0:03:36')).toBeVisible();
    await waitFor(() => expect(rows()).not.toBe(all));
    await expect(
      canvas
        .getAllByRole('treeitem')
        .map((row) => row.textContent)
        .join(),
    ).toMatch(/parseStation/);
    await expect(canvas.queryByRole('treeitem', { name: /pnpm build/ })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(rows()).toBe(all));
    await expect(focused()).toMatch(/^Task /);
    await userEvent.keyboard('v');
    await expect(canvas.queryByRole('treegrid')).toBeNull();
    // The keys still work, although the focused element is gone.
    await userEvent.keyboard('v');
    await expect(await canvas.findByRole('treegrid', {}, { timeout: 20_000 })).toBeVisible();
  }),
};
