import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { expect, fn, userEvent, waitFor } from 'storybook/test';
import { ReplayProvider, TransportBar, useReplayKeys } from '../../src/components/index.ts';
import { createManualClock, createReplay, type Replay, type ReplayOptions, sessionMs } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { longSession } from '../data/longSession.ts';
import { sevenPhases } from '../data/phaseSessions.ts';
import { replaySession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

/** A replay that is paused, and the bar that plays it. */
function replayOf(session: Session, options: Partial<ReplayOptions> = {}): Replay {
  return createReplay(session, { clock: createManualClock(), rate: 4, ...options });
}

interface BarProps extends ComponentProps<typeof TransportBar> {
  session?: Session;
  start?: Partial<ReplayOptions>;
  /** Called with the replay when it is created. */
  onReplay?: (replay: Replay) => void;
}

function Around({ children }: { children: ReactElement }): ReactElement {
  const onKeyDown = useReplayKeys({});
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the keys of what stands inside, as a host does
    <div data-testid="around" tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

function Bar({
  session = replaySession,
  start = { at: sessionMs(826_000) },
  onReplay,
  ...props
}: BarProps): ReactElement {
  const [replay] = useState(() => {
    const made = replayOf(session, start);
    onReplay?.(made);
    return made;
  });
  return (
    <ReplayProvider replay={replay}>
      <Around>
        <TransportBar {...props} />
      </Around>
    </ReplayProvider>
  );
}

const meta = {
  title: 'Panels/TransportBar',
  component: TransportBar,
  args: { onMove: fn(), onOpenChange: fn() },
  render: (args) => <Bar {...args} />,
  parameters: { showCode: { within: 'ReplayProvider' } },
} satisfies Meta<typeof TransportBar>;
export default meta;

type Story = StoryObj<typeof meta>;

const valueText = (bar: HTMLElement): string => bar.getAttribute('aria-valuetext') ?? '';

/** Phases, idle time and marks on one bar; steps, speed and clock below it. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, args }) => {
    await expect(canvas.getByRole('slider', { name: 'Position' })).toHaveAttribute(
      'aria-valuetext',
      '0:13:46 of 0:15:33, call 11 of 16',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Next call' }));
    await expect(valueText(canvas.getByRole('slider'))).toContain('call 12 of 16');
    await expect(args.onMove).toHaveBeenCalledOnce();
  }),
};

/** The step buttons step by the chosen kind: calls, messages, errors or phases. */
export const Steps: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    const bar = canvas.getByRole('slider');
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Step by' }), 'message');
    await userEvent.click(canvas.getByRole('button', { name: 'Next message' }));
    await expect(valueText(bar)).toMatch(/^0:13:55/);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Step by' }), 'error');
    await userEvent.click(canvas.getByRole('button', { name: 'Previous error' }));
    await expect(valueText(bar)).toMatch(/^0:13:44/);
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Step by' }), 'phase');
    await userEvent.click(canvas.getByRole('button', { name: 'Next phase' }));
    await expect(valueText(bar)).toMatch(/^0:13:55/);
  }),
};

/** Every key of a player, from anywhere around the bar. */
export const Keyboard: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    const bar = canvas.getByRole('slider');
    canvas.getByTestId('around').focus();
    const after = async (keys: string, time: RegExp): Promise<void> => {
      await userEvent.keyboard(keys);
      await expect(valueText(bar)).toMatch(time);
    };
    await after('{Home}', /^0:00:00/);
    await after('{ArrowRight}', /^0:00:10/);
    await after('{ArrowRight}', /^0:00:14/);
    await after('{ArrowLeft}', /^0:00:10/);
    await after('.', /^0:00:12/);
    await after('{Shift>}{ArrowRight}{/Shift}', /^0:13:16/);
    await after('[[', /^0:04:05/);
    await after('e', /^0:13:44/);
    await after('m', /^0:13:55/);
    await after('{Shift>}E{/Shift}', /^0:13:44/);
    await userEvent.keyboard(' ');
    await expect(canvas.getByRole('button', { name: 'Pause' })).toBeVisible();
    await userEvent.keyboard(' ');
    await expect(canvas.getByRole('button', { name: 'Play' })).toBeVisible();
    bar.focus();
    await after('{Home}', /^0:00:00/);
    await after('{PageUp}{ArrowRight}{ArrowLeft}', /^0:0/);
    await after('{End}', /^0:15:33/);
  }),
};

/** Seeking, stepping and changing the speed do not stop a playing replay. */
export const Playing: Story = {
  tags: ['case'],
  render: (args) => <Bar {...args} start={{ at: 'start' }} />,
  play: inTests(async ({ canvas, canvasElement }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Play' }));
    const bar = canvas.getByRole('slider');
    const { left, top, width } = bar.getBoundingClientRect();
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: bar, coords: { clientX: left + width / 2, clientY: top + 10 } },
    ]);
    await expect(canvas.getByRole('button', { name: 'Pause' })).toBeVisible();
    await userEvent.pointer([{ keys: '[/MouseLeft]', target: bar }]);
    await expect(canvas.getByRole('button', { name: 'Pause' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Next call' }));
    await userEvent.click(canvas.getByRole('radio', { name: '32\u00d7' }));
    await expect(canvas.getByRole('radio', { name: '32\u00d7' })).toBeChecked();
    await expect(canvas.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(canvasElement.querySelector('[role="slider"]')).not.toHaveAttribute('aria-valuenow', '0');
  }),
};

/** `?` opens the keyboard map; Esc closes it, and focus returns to where it was. */
export const Keys: Story = {
  tags: ['visual', 'case'],
  decorators: [
    (Drawn) => (
      <div style={{ display: 'grid', alignContent: 'end', height: 760 }}>
        <Drawn />
      </div>
    ),
  ],
  play: inTests(async ({ canvas }) => {
    const help = canvas.getByRole('button', { name: 'Keys' });
    help.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = canvas.getByRole('dialog', { name: 'Keys' });
    await expect(dialog).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('dialog')).toBeNull();
    await expect(help).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('region', { name: 'In the timeline' })).toBeVisible();
  }),
};

/** With idle time in full length, the bar is as long as the session. */
export const WithIdle: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    const skip = canvas.getByRole('switch', { name: 'Skip idle' });
    const bar = canvas.getByRole('slider');
    const before = Number(bar.getAttribute('aria-valuemax'));
    await expect(skip).toBeChecked();
    skip.focus();
    await userEvent.keyboard(' ');
    await expect(skip).not.toBeChecked();
    await expect(Number(bar.getAttribute('aria-valuemax'))).toBeGreaterThan(before);
    await expect(valueText(bar)).toMatch(/^0:13:46/);
  }),
};

/** All seven types of phases on the bar, each beginning with a line. */
export const SevenPhases: Story = {
  tags: ['visual'],
  render: (args) => <Bar {...args} session={sevenPhases} start={{ at: 'end' }} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Play again' })).toBeVisible();
  }),
};

/** An empty session. */
export const Empty: Story = {
  tags: ['case'],
  render: (args) => <Bar {...args} session={sessionFromText('@ title Nothing')} start={{}} />,
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Play/ }));
    await expect(canvas.queryByRole('button', { name: 'Pause' })).toBeNull();
  }),
};

/** A session of a single prompt. */
export const One: Story = {
  tags: ['case'],
  render: (args) => <Bar {...args} session={sessionFromText('0:00 user: Are you there?')} start={{ at: 'start' }} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuetext', '0:00:00 of 0:00:00, message 1 of 1');
  }),
};

/** At the end of a log that is still growing. */
export const Live: Story = {
  render: (args) => <Bar {...args} start={{ follow: true }} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Pause' })).toBeVisible();
  }),
};

const long = longSession(10_000);

/** Ten thousand rows: indistinguishable marks share one. */
export const TenThousandRows: Story = {
  tags: ['case'],
  render: (args) => <Bar {...args} session={long} start={{ at: 'start' }} />,
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelectorAll('.ark-scrub *').length).toBeLessThan(700);
    canvas.getByRole('slider').focus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(valueText(canvas.getByRole('slider'))).toMatch(/call 6,666 of 6,666/));
  }),
};

/** None of a hostile session's texts appear here. */
export const Hostile: Story = {
  tags: ['case'],
  render: (args) => <Bar {...args} session={hostileSession} start={{ at: 'start' }} />,
  play: inTests(({ canvasElement }) => expectHarmless(canvasElement)),
};

/** At 360 px, in Chinese: larger targets, and the speed as a menu. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  render: (args) => (
    <Narrow>
      <Bar {...args} />
    </Narrow>
  ),
  play: inTests(async ({ canvas }) => {
    const play = canvas.getByRole('button', { name: '播放' }).getBoundingClientRect();
    await expect(Math.min(play.width, play.height)).toBeGreaterThanOrEqual(44);
  }),
};
