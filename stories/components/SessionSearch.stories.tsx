import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { KitProvider, SessionSearch } from '../../src/components/index.ts';
import { indexSession } from '../../src/replay/index.ts';
import type { ContentRef, Session } from '../../src/session/index.ts';
import { longSession } from '../data/longSession.ts';
import { replaySession } from '../data/replaySession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const index = indexSession(replaySession);

function only(count: number): Session {
  return { ...longSession(count), task_title: 'Short' };
}

/** Words of all scripts, markup, and characters that hide or reorder others, in every place that is searched. */
const hostile: Session = {
  ...only(3),
  events: [
    {
      event_id: 'event-1',
      seq: 1,
      type: 'message',
      role: 'user',
      text: `needle <img src=x onerror=alert(1)> \u202eeldeen\u202c \u200b ${'x'.repeat(5000)}`,
    },
    {
      event_id: 'event-2',
      seq: 2,
      type: 'unknown',
      record_type: '<script>',
      raw: { __proto__: 'x', deep: ['needle'] },
    },
    { event_id: 'event-3', seq: 3, type: 'notice', kind: 'hook', text: 'needle\u001b[31m red\u001b[0m\r\nlines' },
  ],
};

/** A secret key, assembled here so that scanners do not report this file as a leak. */
const secret = `ghp_${'0123456789abcdefghijklmnopqrstuvwxyz'}`;
const withSecret: Session = {
  ...only(3),
  events: [
    { event_id: 'event-1', seq: 1, type: 'message', role: 'user', text: `Use the token ${secret} for the upload.` },
  ],
};

const content: ContentRef = {
  pointer: '/output/result/text',
  sha256: '0'.repeat(64),
  bytes: 48_000,
  lines: 900,
  path: 'long.content/1',
};
const shortened: Session = {
  ...only(6),
  tool_calls: only(6).tool_calls.map((call, n) => (n < 2 ? { ...call, content_refs: [content] } : call)),
};

const meta = {
  title: 'Panels/SessionSearch',
  component: SessionSearch,
  args: { index, onSelect: fn(), onClose: fn(), scope: { startedAt: replaySession.created_at } },
  argTypes: { index: { control: false }, scope: { control: false } },
} satisfies Meta<typeof SessionSearch>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Matches with their surroundings: in which run and phase, and when. */
export const Typical: Story = {
  tags: ['visual'],
  args: { defaultQuery: 'offset' },
  play: inTests(async ({ canvas, args }) => {
    const list = within(await canvas.findByRole('listbox', { name: 'Matches' }));
    // A list draws a few rows first, and more once it is measured.
    await waitFor(() => expect(list.getAllByRole('option').length).toBeGreaterThan(4));
    await expect(list.getAllByText('offset', { exact: false, selector: 'mark' })[0]).toBeVisible();
    await userEvent.click(list.getAllByRole('option')[1] as HTMLElement);
    await expect(args.onSelect).toHaveBeenCalledTimes(1);
    await expect(list.getAllByRole('option')[1]).toHaveAttribute('aria-selected', 'true');
    canvas.getByRole('listbox').blur();
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent(/^2 of \d+$/));
  }),
};

/** A search for a tool: each match says what its row says, not the first text of its input. */
export const ByTool: Story = {
  name: 'By tool',
  tags: ['case'],
  args: {
    index: indexSession({
      ...only(6),
      tool_calls: only(6).tool_calls.map((call) => ({
        ...call,
        tool_name: 'javascript_tool',
        input: { params: { action: 'javascript_exec', text: 'document.title = "Tides of Cuxhaven"' } },
      })),
    }),
    defaultQuery: 'tool:javascript',
  },
  play: inTests(async ({ canvas }) => {
    const match = (await canvas.findAllByRole('option'))[0];
    await expect(match).toHaveTextContent('document.title = "Tides of Cuxhaven"');
    await expect(match).not.toHaveTextContent('javascript_exec');
  }),
};

/** By keyboard alone: type, go to the next match and back, into the list, and out again. */
export const Keyboard: Story = {
  tags: ['case'],
  args: { takesFocus: true },
  play: inTests(async ({ canvas, args }) => {
    const field = canvas.getByRole('searchbox', { name: 'Search in the session' });
    await expect(field).toHaveFocus();
    await userEvent.keyboard('october test');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('8 matches'));
    await userEvent.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('2 of 8'));
    await userEvent.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('8 of 8'));
    await userEvent.keyboard('{ArrowDown}');
    const list = canvas.getByRole('listbox', { name: 'Matches' });
    await expect(list).toHaveFocus();
    await userEvent.keyboard('{Home}{ArrowDown}{Enter}');
    await expect(args.onSelect).toHaveBeenCalledTimes(5);
    await userEvent.keyboard('{Escape}');
    await expect(field).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(args.onClose).toHaveBeenCalledTimes(1);
  }),
};

/** Suggests terms, and their values while one is typed. */
export const Terms: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'status:' }));
    const field = canvas.getByRole('searchbox');
    await expect(field).toHaveFocus();
    await userEvent.click(canvas.getByRole('button', { name: 'failed' }));
    await expect(field).toHaveValue('status:failed ');
    await userEvent.keyboard('agent:');
    await userEvent.click(canvas.getByRole('button', { name: 'explorer' }));
    await userEvent.keyboard('tool:');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('1 match'));
    await expect(canvas.getByRole('option')).toHaveTextContent('Bash');
  }),
};

/** An empty query: shows what can be searched for. */
export const Empty: Story = {
  tags: ['visual', 'case'],
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('listbox')).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Next match' })).toHaveAttribute('aria-disabled', 'true');
    await expect(canvas.getByRole('group', { name: 'Limit to' })).toBeVisible();
  }),
};

export const NothingFound: Story = {
  tags: ['visual', 'case'],
  args: { defaultQuery: 'nowhere' },
  play: inTests(async ({ canvas, args }) => {
    await expect(await canvas.findByText('Nothing in this session has all of this.')).toBeVisible();
    await userEvent.type(canvas.getByRole('searchbox'), '{Enter}');
    await expect(args.onSelect).not.toHaveBeenCalled();
    canvas.getByRole('searchbox').blur();
  }),
};

/** An empty session. */
export const NoItems: Story = {
  tags: ['case'],
  args: { index: indexSession(only(0)), defaultQuery: 'x' },
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByText('Nothing in this session has all of this.')).toBeVisible();
    await expect(canvas.queryByRole('group')).toBeNull();
  }),
};

export const One: Story = {
  tags: ['case'],
  args: { defaultQuery: '"rm -rf"' },
  play: inTests(async ({ canvas, args }) => {
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('1 match'));
    await userEvent.click(canvas.getByRole('button', { name: 'Next match' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Previous match' }));
    await expect(args.onSelect).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('1 of 1'));
  }),
};

/** Ten thousand matches: only those in sight are drawn, and the last can be reached. */
export const TenThousand: Story = {
  tags: ['case'],
  args: { index: indexSession(longSession(10_000)), defaultQuery: 'a', scope: undefined },
  play: inTests(async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('10,000 matches'), { timeout: 8000 });
    canvas.getByRole('listbox').focus();
    await userEvent.keyboard('{End}{Enter}');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('10,000 of 10,000'));
    await expect(canvasElement.querySelectorAll('*').length).toBeLessThan(600);
  }),
};

export const Hostile: Story = {
  tags: ['case'],
  args: { index: indexSession(hostile), defaultQuery: 'needle', scope: undefined },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(await canvas.findAllByRole('option')).toHaveLength(3);
    await expectHarmless(canvasElement);
  }),
};

/** Masked text is not found; its replacement is shown as everywhere. */
export const Secret: Story = {
  args: { index: indexSession(withSecret), scope: undefined },
  play: inTests(async ({ canvas, canvasElement }) => {
    await userEvent.type(canvas.getByRole('searchbox'), secret.slice(0, 12));
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('No matches'));
    await userEvent.clear(canvas.getByRole('searchbox'));
    await userEvent.type(canvas.getByRole('searchbox'), 'upload');
    await expect(await canvas.findByRole('option')).toHaveTextContent('github token for the upload');
    await expect(canvasElement.textContent).not.toContain(secret.slice(4, 16));
  }),
};

/** Shortened texts: the whole texts are searched on request. */
export const Shortened: Story = {
  tags: ['visual', 'case'],
  args: { index: indexSession(shortened), defaultQuery: 'needle', scope: undefined },
  render: (args) => (
    <KitProvider contents={async () => `${'line\n'.repeat(500)}the needle is here`}>
      <SessionSearch {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Search in them too' }));
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('2 matches'));
    await expect(canvas.getAllByRole('option')[0]).toHaveTextContent('the needle is here');
    await expect(canvas.getByText('Shortened texts are searched as a whole.')).toBeVisible();
  }),
};

/** A failure to load is shown, and can be retried. */
export const WholesFail: Story = {
  tags: ['case'],
  args: { index: indexSession(shortened), defaultQuery: 'needle', scope: undefined },
  render: (args) => (
    <KitProvider contents={() => Promise.reject(new Error('offline'))}>
      <SessionSearch {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Search in them too' }));
    await expect(await canvas.findByText(/2 shortened texts could not be loaded/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  }),
};

/** At 360 px, in Chinese. */
export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { defaultQuery: '舟山' },
  render: (args) => (
    <Narrow>
      <SessionSearch {...args} />
    </Narrow>
  ),
  play: inTests(async ({ canvas }) => {
    await userEvent.clear(canvas.getByRole('searchbox'));
    await userEvent.type(canvas.getByRole('searchbox'), 'zhoushan');
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent(/处$/));
    canvas.getByRole('searchbox').blur();
  }),
};
