import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { KitProvider, SessionProfile } from '../../src/components/index.ts';
import { indexSession, sessionMs } from '../../src/replay/index.ts';
import type { Prices } from '../../src/session/index.ts';
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
    @ cwd /work/parser
    == explore
    0:00     user: The parser drops the last record of a file. Find out why, mend it, and run the tests.
    0:05     Read(src/parser.ts) 300ms
    0:06     usage(large): input 900, output 240, cache_write 14000
    0:09     Bash(pnpm test) 40s failed: 2 tests failed
    0:50     usage(large): input 40, output 80, cache_read 15000, cache_write 900
    == execute
    0:55     Edit(src/parser.ts) 100ms failed: String to replace not found in file
    1:02     Edit(src/parser.ts) 100ms
    1:03     usage(large): output 620, cache_read 16000, cache_write 700
    1:10     Bash(pnpm test) 42s
    1:11     usage(large): output 60, cache_read 17000
    2:10     Task(look through the callers) 2m as explorer
      2:12     Grep(parse) 20ms: 3 matches
      2:30     Read(src/cli.ts) 40ms
      2:31     usage(small): input 3000, output 90
      2:40     Bash(git log -p src/cli.ts) 1m10s
      3:51     usage(small): input 200, output 400
    4:11     Bash(git commit -am mend) 300ms
    4:12     usage(large): output 130, cache_read 18000, cache_write 1200
    4:30     assistant: The last record was dropped where a file does not end with a line feed.
    4:31     usage(large): output 90, cache_read 20000
  `),
);

const prices: Prices = {
  currency: 'EUR',
  date: '2026-01-31',
  models: { large: { input: 12, output: 60, cache_read: 1.2, cache_write: 15 } },
};

const meta = {
  title: 'Panels/SessionProfile',
  component: SessionProfile,
  argTypes: { index: { control: false } },
  args: { index: mending, onSearch: fn(), onSelect: fn() },
  render: (args) => (
    <Panel width={480}>
      <SessionProfile {...args} />
    </Panel>
  ),
} satisfies Meta<typeof SessionProfile>;
export default meta;

type Story = StoryObj<typeof meta>;

/** By tool, the longest total first. Pressing a row searches for its calls; every column sorts. */
export const ByTool: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, args }) => {
    const [first] = canvas.getAllByRole('row').slice(1);
    await expect(within(first as HTMLElement).getByRole('rowheader')).toHaveTextContent('Bash');
    await userEvent.click(canvas.getByRole('button', { name: 'Bash' }));
    await expect(args.onSearch).toHaveBeenLastCalledWith('tool:="Bash"');
    await userEvent.click(canvas.getByRole('button', { name: /^Calls/ }));
    await expect(canvas.getByRole('columnheader', { name: /^Calls/ })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(canvas.getByRole('button', { name: /^Calls/ }));
    await expect(canvas.getByRole('columnheader', { name: /^Calls/ })).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(canvas.getByRole('button', { name: 'Command' }));
    await expect(canvas.getByRole('button', { name: 'git log' })).toBeVisible();
    const slowest = canvas.getByRole('list', { name: 'Slowest calls' });
    await userEvent.click(within(slowest).getAllByRole('button')[0] as HTMLElement);
    await expect(args.onSelect).toHaveBeenLastCalledWith('tool-006');
  }),
};

/** In a wide panel: all figures. */
export const Wide: Story = {
  tags: ['visual'],
  args: { defaultBy: 'agent' },
  render: (args) => (
    <Panel width={1040}>
      <SessionProfile {...args} />
    </Panel>
  ),
};

/** With prices from the host: costs by model, the day of the prices, and models without a price. */
export const Priced: Story = {
  tags: ['visual'],
  args: { defaultBy: 'model' },
  parameters: { showCode: { provider: `prices={${JSON.stringify(prices)}}` } },
  render: (args) => (
    <KitProvider prices={prices}>
      <Panel width={480}>
        <SessionProfile {...args} />
      </Panel>
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('prices of 2026-01-31', { exact: false })).toBeVisible();
    await expect(canvas.getByText('2 responses have no price', { exact: false })).toBeVisible();
  }),
};

/** Limited to the range that is selected in the lanes. */
export const Range: Story = {
  args: { within: { from: sessionMs(60_000), to: sessionMs(180_000) } },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('Only 0:01:00 to 0:03:00', { exact: false })).toBeVisible();
    await expect(canvas.getByRole('row', { name: /^All/ })).toHaveTextContent('4');
  }),
};

/** The row of the current search is pressed; pressing it again clears the search. */
export const Pressed: Story = {
  tags: ['case'],
  args: { query: 'tool:="Edit"' },
  play: inTests(async ({ canvas, args }) => {
    const row = canvas.getByRole('button', { name: 'Edit', pressed: true });
    row.focus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onSearch).toHaveBeenLastCalledWith(undefined);
  }),
};

/** A converted session, on a phone. */
export const OnAPhone: Story = {
  tags: ['visual'],
  args: { index, defaultBy: 'file' },
  render: (args) => (
    <Narrow>
      <SessionProfile {...args} />
    </Narrow>
  ),
};

/** A session without calls. */
export const Empty: Story = { args: { index: indexSession(sessionFromText('0:00 user: Hello')) } };

/** Hostile names of tools and files stay text. */
export const Hostile: Story = {
  tags: ['case'],
  args: { index: indexSession(hostileSession), defaultBy: 'file' },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};

/** Ten thousand items: read in slices. */
export const TenThousand: Story = {
  tags: ['case'],
  args: { index: indexSession(longSession(10_000)), defaultBy: 'command' },
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByRole('table')).toBeVisible();
  }),
};
