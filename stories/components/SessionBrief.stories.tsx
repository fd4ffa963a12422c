import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { SessionBrief } from '../../src/components/index.ts';
import { indexSession } from '../../src/replay/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { longSession } from '../data/longSession.ts';
import { replaySession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow, Panel } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const index = indexSession(replaySession);
const mending = indexSession(
  sessionFromText(`
    @ title Mend the parser
    0:00     user: The parser drops the last record of a file. Find out why, mend it, and run the tests.
    0:04     thinking: Look first
    0:05     Read(src/parser.ts) 300ms
    0:09     Bash(pnpm test) 40s failed: 2 tests failed
    0:55     Edit(src/parser.ts) 100ms failed: String to replace not found in file
    1:02     Edit(src/parser.ts) 100ms
    1:10     Bash(pnpm test) 40s failed: 1 test failed
    1:58     Edit(src/parser.ts) 100ms
    2:05     Bash(pnpm test) 40s
    2:10     Task(look through the callers) 2m as explorer
      2:12     Grep(parse) 20ms: 3 matches
      2:30     Read(src/cli.ts) 40ms
    4:20     TodoWrite() 10ms
    4:20     plan by call: [x] find, [x] mend, [ ] release
    4:30     assistant: The last record was dropped where a file does not end with a line feed. It is read now, and a test says so.
    9:30     user: And the changelog?
  `),
);

const meta = {
  title: 'Panels/SessionBrief',
  component: SessionBrief,
  argTypes: { index: { control: false } },
  args: { index, onSelect: fn() },
  render: (args) => (
    <Panel width={384}>
      <SessionBrief {...args} />
    </Panel>
  ),
} satisfies Meta<typeof SessionBrief>;
export default meta;

type Story = StoryObj<typeof meta>;

/** A session of several files, agents and checks: every line leads to what it counts. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, args }) => {
    await expect(canvas.getByRole('button', { name: /^last And do Zhoushan as well/ })).toBeVisible();
    await expect(canvas.getByText('Asked')).toBeVisible();
    await userEvent.click(canvas.getAllByRole('button')[0] as HTMLElement);
    await expect(args.onSelect).toHaveBeenCalledTimes(1);
  }),
};

/** With a search and a profile, every figure leads to what it counts. */
export const Searched: Story = {
  args: { index: mending, onSearch: fn(), onProfile: fn() },
  play: inTests(async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: '3 failed' }));
    await expect(args.onSearch).toHaveBeenLastCalledWith('status:failed');
    const [first] = canvas.getAllByRole('button', { name: 'Show these alone' });
    (first as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onSearch).toHaveBeenLastCalledWith('file:="src/parser.ts" is:change');
    const figures: readonly (readonly [RegExp, string])[] = [
      [/^2 prompts/, 'is:prompt'],
      [/^1 file edited/, 'is:change'],
      [/^1 of 3 passed/, 'command:="pnpm test" is:check'],
      [/^you /, 'is:prompt'],
    ];
    for (const [name, query] of figures) {
      await userEvent.click(canvas.getByRole('button', { name }));
      await expect(args.onSearch).toHaveBeenLastCalledWith(query);
    }
    await userEvent.click(canvas.getByRole('button', { name: /^tools / }));
    await expect(args.onProfile).toHaveBeenLastCalledWith('tool');
    const [mended] = canvas.getAllByRole('button', { name: 'mended later' });
    await userEvent.click(mended as HTMLElement);
    await expect(args.onSelect).toHaveBeenCalled();
  }),
};

/** Failures that were fixed, checks that passed in the end, and what remains open. */
export const Mended: Story = {
  tags: ['visual'],
  args: { index: mending },
  play: inTests(async ({ canvas, args }) => {
    await expect(canvas.getByRole('button', { name: /^2× pnpm test failed/ })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: /^1× String to replace/ }));
    await expect(args.onSelect).toHaveBeenLastCalledWith('tool-003');
    await expect(canvas.getByText('the last prompt has no answer')).toBeVisible();
    await expect(canvas.getByText('1 of 3 passed', { exact: false })).toBeVisible();
  }),
};

/** As the head of a report: names at the left, with a summary from the host. */
export const Wide: Story = {
  tags: ['visual'],
  args: { index: mending, summary: 'The parser reads files without a **last line feed**; one test was added.' },
  render: (args) => (
    <Panel width={800}>
      <SessionBrief {...args} />
    </Panel>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('not from the log')).toBeVisible();
  }),
};

/** Without navigation, lines are plain text. */
export const ToReadOnly: Story = {
  tags: ['case'],
  render: ({ onSelect: _, ...args }) => <SessionBrief {...args} />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('button', { name: /parser/ })).toBeNull();
  }),
};

/** An empty session. */
export const Empty: Story = { tags: ['case'], args: { index: indexSession(sessionFromText('@ title Nothing')) } };

/** Long sessions are summed up in slices. */
export const TenThousandRows: Story = {
  tags: ['case'],
  args: { index: indexSession(longSession(10_000)) },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText('Asked', undefined, { timeout: 10_000 })).toBeVisible();
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(500);
  }),
};

/** Markup, reordering characters and endless words. */
export const Hostile: Story = {
  tags: ['case'],
  args: { index: indexSession(hostileSession) },
  play: inTests(({ canvasElement }) => expectHarmless(canvasElement)),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { index: mending },
  render: (args) => (
    <Narrow>
      <SessionBrief {...args} />
    </Narrow>
  ),
};
