import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { SessionReplay } from '../../src/components/session-replay/SessionReplay.tsx';
import { readingLevels } from '../../src/replay/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { inTests } from '../inTests.ts';
import { replayControls } from '../replayControls.ts';

const drawn = sessionFromText(`
  @ title Mend the parser
  0:00     user: The parser drops the last record of a file. Find out why, mend it, and run the tests.
  == explore
  0:05     Read(src/parser.ts) 300ms
  0:08     Grep(lastRecord) 300ms: 3 matches
  0:09     Read(src/lines.ts) 300ms
  0:19     Bash(pnpm test) 40s failed: 2 tests failed
  == execute
  1:12     Edit(src/parser.ts) 100ms
  1:20     Bash(pnpm test) 40s
  2:30     assistant: The last record was dropped where a file does not end with a line feed. It is read now.
  9:31     user: And the changelog?
  == execute
  9:40     Edit(CHANGELOG.md) 100ms
  9:42     assistant: It says so.
`);

/** With the lines that the first edit changes. */
const session = {
  ...drawn,
  tool_calls: drawn.tool_calls.map((call) =>
    call.input.params.file_path === 'src/parser.ts' && call.tool_name === 'Edit'
      ? {
          ...call,
          input: {
            ...call.input,
            params: {
              ...call.input.params,
              old_string: 'return records;',
              new_string: 'if (rest) records.push(rest);\nreturn records;',
            },
          },
        }
      : call,
  ),
};

const meta = {
  title: 'Replay/Levels',
  component: SessionReplay,
  args: { session, keys: 'page', lanesPanel: 'hidden', style: { height: 'calc(100dvh - 1px)' } },
  argTypes: {
    ...replayControls,
    level: { control: 'radio', options: readingLevels },
    defaultLevel: { control: 'radio', options: readingLevels },
  },
} satisfies Meta<typeof SessionReplay>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Each prompt with its outcome and its answer; keys 1 to 4 show more or less detail. */
export const AsStory: Story = {
  tags: ['visual'],
  args: { defaultLevel: 'story', onLevelChange: fn() },
  play: inTests(async ({ canvas, args }) => {
    const list = within(await canvas.findByRole('tree'));
    await expect((await list.findAllByText('searched once', { exact: false }))[0]).toBeVisible();
    await expect(list.queryByText('lastRecord')).toBeNull();
    await userEvent.keyboard('2');
    await expect(args.onLevelChange).toHaveBeenLastCalledWith('steps');
    const looks = await list.findByRole('button', { name: /read 2 files, searched once/i });
    await userEvent.click(looks);
    await expect(await list.findByText('lastRecord')).toBeVisible();
    await userEvent.keyboard('4');
    await waitFor(() => expect(list.queryByText('lastRecord')).toBeNull());
    await expect(list.getByText('And the changelog?')).toBeVisible();
    await userEvent.keyboard('1');
    await waitFor(() => expect(list.getAllByRole('treeitem')[0]).toHaveAttribute('aria-expanded', 'false'));
    const [first] = list.getAllByRole('treeitem');
    first?.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(first).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await expect(first).toHaveAttribute('aria-expanded', 'false');
  }),
};

/** Plays event by event: each prompt, change and failure for a while, with a caption. */
export const Paced: Story = {
  tags: ['visual'],
  args: { playback: 'paced', options: { at: 'start' } },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByRole('radio', { name: 'Story', checked: true, hidden: true })).toBeInTheDocument();
    await userEvent.keyboard(' ');
    const caption = await waitFor(() => {
      const found = canvasElement.querySelector('.ark-replay__caption');
      expect(found).toHaveTextContent('The parser drops the last record');
      return found;
    });
    await userEvent.keyboard(' ');
    const played = (): Element | null => canvasElement.querySelector('[role=treeitem] .ark-replay__played');
    for (let steps = 0; steps < 8 && caption?.getAttribute('data-kind') !== 'change'; steps += 1) {
      await userEvent.keyboard('{ArrowRight}');
    }
    await waitFor(() => expect(played()).toHaveTextContent('records.push(rest)'));
    await expect(caption).not.toHaveTextContent('running');
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await waitFor(() => expect(caption).toHaveTextContent('And the changelog?'));
    await expect(played()).toBeNull();
  }),
};

/** A host that controls the level itself. */
export const Controlled: Story = {
  tags: ['case'],
  args: { level: 'conversation', onLevelChange: fn() },
  play: inTests(async ({ canvas, args }) => {
    const list = within(await canvas.findByRole('tree'));
    await expect(await list.findByText('It says so.')).toBeVisible();
    await userEvent.keyboard('3');
    await expect(args.onLevelChange).toHaveBeenLastCalledWith('everything');
    await expect(list.queryByText('lastRecord')).toBeNull();
  }),
};

/** On a phone, in Chinese: levels above the list, chapters in a menu. */
export const Phone: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { defaultLevel: 'story' },
  decorators: [
    (Replay) => (
      <div style={{ width: 360, height: 780 }}>
        <Replay />
      </div>
    ),
  ],
  play: inTests(async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '章节' }));
    const chapters = await canvas.findByRole('navigation', { name: '章节' });
    await userEvent.click(chapters.querySelectorAll('button')[1] as HTMLElement);
    await waitFor(() => expect(canvas.queryByRole('navigation', { name: '章节' })).toBeNull());
  }),
};
