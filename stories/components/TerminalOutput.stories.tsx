import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, spyOn, userEvent, waitFor } from 'storybook/test';
import { KitProvider, TerminalOutput } from '../../src/components/index.ts';
import { chineseRun, cutOutput, hostileOutput, palette, places, progress, testRun } from '../data/outputs.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Code/TerminalOutput',
  component: TerminalOutput,
  args: { text: testRun(12), cwd: '/home/mara/tidewatch' },
} satisfies Meta<typeof TerminalOutput>;
export default meta;

type Story = StoryObj<typeof meta>;

const whole = {
  pointer: '/output/result/text',
  sha256: 'c4'.repeat(32),
  bytes: 91_220,
  lines: 900,
  path: 'story.content/c4.txt',
};

/** Some lines: only the lines, their number, and a button to copy them. */
export const Short: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('12 lines')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Search the output' })).toBeNull();
  }),
};

/** Empty output. */
export const Empty: Story = {
  tags: ['case'],
  args: { text: '' },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('no output')).toBeVisible();
  }),
};

/** One line. */
export const OneLine: Story = {
  tags: ['case'],
  args: { text: 'built in 44.1s' },
};

/** Sixteen colours, 256 colours and true colour, readable on their ground in both themes. */
export const Colours: Story = {
  tags: ['visual'],
  args: { text: palette },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('bold')).toHaveStyle({ fontWeight: '600' });
    await expect(canvas.getByText('concealed')).toBeVisible();
  }),
};

/** Overwritten lines show their final text. */
export const Progress: Story = {
  tags: ['visual', 'case'],
  args: { text: progress },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('5 lines')).toBeVisible();
    await expect(canvasElement.textContent).toMatch(/fetching tide tables 100%\nstations: Cuxhaven\n/);
  }),
};

/** More than 50 lines fold to their beginning and end; a press unfolds them, and another folds them again. */
export const Folded: Story = {
  tags: ['visual'],
  args: { text: testRun(120), onOpenChange: fn() },
  play: inTests(async ({ canvas, args, step }) => {
    await step('by keyboard', async () => {
      const fold = canvas.getByRole('button', { name: '\u2026 92 lines hidden' });
      await expect(canvas.queryByText(/high water 60/)).toBeNull();
      fold.focus();
      await userEvent.keyboard('{Enter}');
      await expect(canvas.getByText(/high water 60/)).toBeVisible();
      await expect(args.onOpenChange).toHaveBeenCalledWith(true);
    });
    await userEvent.click(canvas.getByRole('button', { name: 'Fold the output' }));
    await expect(canvas.queryByText(/high water 60/)).toBeNull();
  }),
};

/** Cut by the source, which gives the original length. */
export const CutBySource: Story = {
  tags: ['visual', 'case'],
  args: { text: cutOutput },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText(/Total output lines: 412\. Cut by the source/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Show all lines' }));
    await expect(canvas.getByText('[... omitted 284 of 412 lines ...]')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Fold the output' }));
  }),
};

/** Shortened by the kit: the host fetches the whole on request. */
export const Shortened: Story = {
  tags: ['visual', 'case'],
  args: {
    text: `${testRun(20)}\n[\u2026 80000 characters omitted here; the whole text is in the session\u2019s content folder \u2026]\n${testRun(4)}`,
    content: whole,
    href: 'content/c4.txt',
  },
  render: (args) => (
    <KitProvider contents={async () => testRun(900)}>
      <TerminalOutput {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText(/The whole text has 900 lines, 91\.2 kB/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Download' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Load the whole' }));
    await expect(await canvas.findByText('900 lines')).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Load the whole' })).toBeNull();
  }),
};

/** The host could not fetch it; the reader can retry. */
export const LoadFails: Story = {
  tags: ['case'],
  args: { text: testRun(4), content: whole },
  render: (args) => (
    <KitProvider contents={() => Promise.reject(new Error('offline'))}>
      <TerminalOutput {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Load the whole' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('could not be loaded');
    await expect(canvas.getByRole('button', { name: 'Load the whole' })).toBeVisible();
  }),
};

/** A hundred thousand lines: only those in view are drawn, any can be reached, all can be searched. */
export const HundredThousand: Story = {
  tags: ['case'],
  args: { text: testRun(100_000), defaultOpen: true },
  play: inTests(async ({ canvas, canvasElement, step }) => {
    const list = await canvas.findByRole('list', { name: 'Output' }, { timeout: 20_000 });
    await expect(canvas.getByText('100,000 lines')).toBeVisible();
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(1500);
    await step('to the last line', async () => {
      list.scrollTop = list.scrollHeight;
      await expect(await canvas.findByText(/high water 99999/)).toBeVisible();
    });
    await step('search by keyboard', async () => {
      canvas.getByRole('button', { name: 'Search the output' }).focus();
      await userEvent.keyboard('{Enter}');
      const field = canvas.getByRole('textbox', { name: 'Search the output' });
      await expect(field).toHaveFocus();
      await userEvent.keyboard('TO BE 120');
      await expect(await canvas.findByText('1 / 100')).toBeVisible();
      await waitFor(() => expect(canvasElement.querySelector('mark[data-current]')).toBeVisible());
      await expect(canvas.getByText(/high water 996:/)).toBeVisible();
      await userEvent.keyboard('{Enter}{Enter}');
      await expect(canvas.getByText('3 / 100')).toBeVisible();
      await waitFor(() => expect(canvas.getByText(/high water 2990:/)).toBeVisible());
      await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
      await expect(canvas.getByText('2 / 100')).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect(canvas.queryByRole('textbox')).toBeNull();
      await expect(canvas.getByRole('button', { name: 'Search the output' })).toHaveFocus();
    });
  }),
};

/** Search finds matches in the folded part too, and marks them. */
export const Searched: Story = {
  tags: ['visual'],
  args: { text: testRun(90) },
  decorators: [
    (Story) => (
      <div style={{ height: 360, overflow: 'hidden' }}>
        <Story />
      </div>
    ),
  ],
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Search the output' }));
    await userEvent.keyboard('month3');
    await expect(await canvas.findByText('1 / 8')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Next match' }));
    await expect(canvas.getByText('2 / 8')).toBeVisible();
  }),
};

/** Long lines wrap or scroll; both by keyboard. */
export const Unwrapped: Story = {
  tags: ['case'],
  args: { text: testRun(60).replaceAll(' ms', ` ms ${'of the long month '.repeat(20)}`), defaultOpen: true },
  play: inTests(async ({ canvas }) => {
    const wrap = canvas.getByRole('button', { name: 'Wrap long lines' });
    await expect(wrap).toHaveAttribute('aria-pressed', 'true');
    wrap.focus();
    await userEvent.keyboard('{Enter}');
    const lines = canvas.getByRole('group', { name: 'Output' });
    await expect(lines.scrollWidth).toBeGreaterThan(lines.clientWidth);
    await expect(lines).toHaveAttribute('tabindex', '0');
  }),
};

/** Copies and saves the raw output, escape sequences included. */
export const Raw: Story = {
  tags: ['case'],
  args: { text: testRun(60) },
  play: inTests(async ({ canvas, args }) => {
    const written = spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(canvas.getByRole('button', { name: 'Copy' }));
    await expect(written).toHaveBeenCalledWith(args.text);
    const saved = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await userEvent.click(canvas.getByRole('button', { name: 'Save the raw output' }));
    await expect(saved).toHaveBeenCalledOnce();
    saved.mockRestore();
  }),
};

/** File locations open where the host supports it. */
export const Places: Story = {
  tags: ['visual'],
  args: { text: places },
  parameters: { showCode: { provider: 'onOpenFile={(path, line, column) => console.log(path, line, column)}' } },
  render: (args) => (
    <KitProvider onOpenFile={opened}>
      <TerminalOutput {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getAllByRole('button', { name: /:\d|\(57|line 88/ })).toHaveLength(5);
    canvas.getByRole('button', { name: /local\.ts:22:9/ }).focus();
    await userEvent.keyboard('{Enter}');
    await expect(opened).toHaveBeenCalledWith('/home/mara/tidewatch/src/tides/local.ts', 22, 9);
  }),
};
const opened = fn();

/** Sequences that set titles, the clipboard or another screen have no effect; only http and https links work. */
export const Hostile: Story = {
  tags: ['visual', 'case'],
  args: { text: hostileOutput },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expectHarmless(canvasElement);
    await expect(canvas.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://evil.example/login',
      'https://tides.example.org/cuxhaven',
    ]);
    await expect(canvas.getByText(/\(evil\.example\)/)).toBeVisible();
    await expect(canvas.getByText(/0;the rest of the line/)).toBeVisible();
    await expect(canvas.getByText(/still here/)).toBeVisible();
  }),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { text: `${testRun(60)}\n${chineseRun.output.result?.text ?? ''}`, truncated: true },
  render: (args) => (
    <Narrow>
      <TerminalOutput {...args} />
    </Narrow>
  ),
};
