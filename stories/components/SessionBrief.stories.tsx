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

/** A long session: more of each kind than a brief shows at first. Its `Write`s wrote over files, whose lines are not in the log. */
const crowdedSession = sessionFromText(`
  @ title Move the shop to the new prices
  @ cwd /home/mara/shop
  0:00     user: Move the shop to the new price list, please. Leave the old one where it is until the tests pass.
  0:05     Grep(priceOf) 40ms: 31 matches
  0:10     Task(find every use of the old list) 2m as explorer
    0:20     Read(src/prices.ts) 20ms
  2:20     Task(plan the move) 1m as planner
    2:30     Read(src/basket.ts) 20ms
  4:00     Write(/home/mara/shop/src/prices.ts) 80ms
  4:20     Edit(/home/mara/shop/src/basket.ts) 40ms failed: String to replace not found in file
  4:30     Edit(/home/mara/shop/src/basket.ts) 40ms failed: String to replace not found in file
  4:40     Edit(/home/mara/shop/src/basket.ts) 40ms failed: String to replace not found in file
  4:50     Edit(/home/mara/shop/src/basket.ts) 40ms
  5:00     Bash(pnpm test) 30s failed: 4 tests failed
  5:40     user: Vouchers too.
  5:50     Write(/home/mara/shop/src/vouchers.ts) 60ms
  6:00     Bash(pnpm deploy --dry-run) 8s failed: no such target
  6:20     Bash(rm -rf prices.old) 2s denied: The user does not want to proceed with this command.
  6:40     user: Not the old list, I said.
  6:50     Task(read the change) 2m as critic
    7:00     Read(src/prices.ts) 20ms
  9:00     Task(write the missing tests) 3m as tester
    9:30     Read(tests/prices.test.ts) 20ms
  12:10    user(queued): And the invoices.
  12:20    Write(/home/mara/shop/src/invoices.ts) 60ms
  12:40    Bash(pnpm test) 31s: 88 tests passed
  13:20    assistant: Prices, vouchers and invoices read the new list; the old one stands. All 88 tests pass.
  14:00    user: Thank you. Which files still name the old list?
  14:10    assistant: None does; \`prices.old\` itself is left.
`);
for (const { tool_name, input } of crowdedSession.tool_calls)
  if (tool_name === 'Write') input.params.content = 'export const rates = [1, 2, 3];\n'.repeat(24);
const crowded = indexSession(crowdedSession);

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

/**
 * More than fits: the most frequent failure stands first, prompts between the first and the last are counted, agents behind “Show more” are
 * named, and `−?` stands where a file was written over and the log does not tell how many lines went.
 */
export const Crowded: Story = {
  tags: ['visual'],
  args: { index: crowded },
  play: inTests(async ({ canvas, args }) => {
    const [first] = canvas.getAllByRole('button', { name: /^\d× / });
    await expect(first).toHaveAccessibleName(/^3× String to replace not found/);
    await userEvent.click(canvas.getByRole('button', { name: '3 prompts between' }));
    await expect(args.onSelect).toHaveBeenCalledTimes(1);
    await expect(canvas.getAllByText('−?')[0]).toBeVisible();
    const agents = canvas.getByRole('button', { name: /^Show 2 more: / });
    await expect(canvas.queryByRole('button', { name: /^tester/ })).toBeNull();
    await userEvent.click(agents);
    await expect(canvas.getByRole('button', { name: /^tester/ })).toBeVisible();
  }),
};

/** A log of calls alone: whether anything is left open cannot be told, for no answer is in it. */
export const CannotTell: Story = {
  tags: ['visual'],
  args: {
    index: indexSession(sessionFromText('@ title Calls alone\n0:00 Read(a.ts) 1s: a\n0:03 Bash(ls) 20ms: 3 lines')),
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('cannot tell: no answer is in the log')).toBeVisible();
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

/** While more of the session is to come nothing is counted. */
export const Loading: Story = { tags: ['visual'], args: { loading: true } };

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
    await expect(canvas.getByText('being worked out…')).toBeVisible();
    await expect(await canvas.findByText(/^[\d,]+ prompts$/, undefined, { timeout: 10_000 })).toBeVisible();
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

/** Both of them at 360 px, in Chinese. */
export const NarrowCrowdedChinese: Story = {
  ...NarrowChinese,
  args: { index: crowded },
};
