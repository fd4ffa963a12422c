import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { SessionReplay } from '../../src/components/session-replay/SessionReplay.tsx';
import { replaySession } from '../data/replaySession.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { replayControls } from '../replayControls.ts';

const meta = {
  title: 'Replay/Search',
  component: SessionReplay,
  args: { session: replaySession, options: { at: 'start' }, style: { height: 'calc(100dvh - 1px)' } },
  argTypes: replayControls,
  parameters: { docs: { story: { inline: false, height: '720px' } } },
} satisfies Meta<typeof SessionReplay>;
export default meta;

type Story = StoryObj<typeof meta>;

/** `/` opens it, Enter goes from match to match, also into a subagent's run; `N` continues from anywhere. */
export const ByKeyboard: Story = {
  play: inTests(async ({ canvas }) => {
    canvas.getByRole('tree').focus();
    await userEvent.keyboard('/');
    const field = await canvas.findByRole('searchbox', { name: 'Search in the session' });
    await expect(field).toHaveFocus();
    await userEvent.keyboard('tool:bash status:failed');
    const search = within(canvas.getByRole('search'));
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('2 matches'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('1 of 2'));
    // It lies in the run of a subagent that was folded.
    await waitFor(() => {
      const chosen = canvas.getByRole('treeitem', { selected: true });
      return expect(Number(chosen.getAttribute('aria-level'))).toBeGreaterThan(1);
    });
    canvas.getByRole('tree').focus();
    await userEvent.keyboard('n');
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('2 of 2'));
    await userEvent.keyboard('{Shift>}N{/Shift}');
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('1 of 2'));
    field.focus();
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('search')).toBeNull();
    await userEvent.keyboard('/');
    await expect(await canvas.findByRole('searchbox')).toHaveValue('');
  }),
};

/** The browser's keys for finding in a page open it too, because only this search sees what is not drawn. */
export const ControlF: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    canvas.getByRole('tree').focus();
    await userEvent.keyboard('{Control>}f{/Control}');
    await expect(await canvas.findByRole('searchbox')).toHaveFocus();
  }),
};

/** F3 goes from match to match, from the field and from anywhere else in the replay. */
export const F3: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    canvas.getByRole('tree').focus();
    await userEvent.keyboard('/');
    await canvas.findByRole('searchbox');
    await userEvent.keyboard('tool:bash status:failed');
    const search = within(canvas.getByRole('search'));
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('2 matches'));
    await userEvent.keyboard('{F3}');
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('1 of 2'));
    canvas.getByRole('tree').focus();
    await userEvent.keyboard('{F3}');
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('2 of 2'));
    await userEvent.keyboard('{Shift>}{F3}{/Shift}');
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('1 of 2'));
  }),
};

/** The list shows only matches, also in folded runs; it follows the query as it is typed, and can be reset. */
export const OnlyMatches: Story = {
  tags: ['visual', 'case'],
  play: inTests(async ({ canvas }) => {
    const rows = (): string[] => canvas.getAllByRole('treeitem').map((row) => row.textContent ?? '');
    await userEvent.click(canvas.getByRole('button', { name: 'Search in the session' }));
    await userEvent.keyboard('tool:bash status:failed');
    const search = within(canvas.getByRole('search'));
    await waitFor(() => expect(search.getByRole('status')).toHaveTextContent('2 matches'));
    const before = rows().length;
    await userEvent.click(search.getByRole('switch', { name: 'Only matches' }));
    await waitFor(() => expect(rows().filter((row) => row.includes('Bash'))).toHaveLength(2));
    await expect(rows().some((row) => row.includes('Read'))).toBe(false);
    await userEvent.clear(canvas.getByRole('searchbox'));
    await waitFor(() => expect(rows().length).toBeGreaterThanOrEqual(before));
    await userEvent.type(canvas.getByRole('searchbox'), 'tool:read');
    await waitFor(() => expect(rows().some((row) => row.includes('Bash'))).toBe(false));
    await expect(rows().some((row) => row.includes('Read'))).toBe(true);
    canvas.getByRole('searchbox').blur();
  }),
};

/** Closing the search shows everything again: nobody should see a filtered list without its filter. */
export const ClosedWhileLimited: Story = {
  tags: ['case'],
  args: { lanesPanel: 'hidden' },
  play: inTests(async ({ canvas }) => {
    const rows = (): number => canvas.getAllByRole('treeitem').length;
    await waitFor(() => expect(rows()).toBeGreaterThan(5));
    const before = rows();
    await userEvent.click(canvas.getByRole('button', { name: 'Search in the session' }));
    await userEvent.keyboard('"rm -rf"');
    await userEvent.click(canvas.getByRole('switch', { name: 'Only matches' }));
    await waitFor(() => expect(rows()).toBeLessThan(before));
    await userEvent.click(canvas.getByRole('button', { name: 'Close the search' }));
    await waitFor(() => expect(rows()).toBeGreaterThanOrEqual(before));
  }),
};

let written = '';

/** A link keeps the query, and that only matches are shown. */
export const LinkedOnlyMatches: Story = {
  tags: ['case'],
  args: {
    router: {
      read: () => `session=${replaySession.session_id}&find=status%3Afailed&panel=matches`,
      write: (link) => {
        written = link;
        return link;
      },
    },
  },
  play: inTests(async ({ canvas }) => {
    const only = await canvas.findByRole('switch', { name: 'Only matches' });
    await expect(only).toBeChecked();
    await waitFor(() => expect(canvas.getAllByRole('treeitem').length).toBeLessThan(8));
    await userEvent.click(only);
    await waitFor(() => expect(written).toContain('find=status'));
    await waitFor(() => expect(written).not.toContain('matches'));
  }),
};

/** Matches are marked on the scrub bar and on the minimap of the lanes, and the link has the query. */
export const Linked: Story = {
  tags: ['visual', 'case'],
  args: {
    lanesPanel: 'shown',
    router: { read: () => `session=${replaySession.session_id}&find=offset&selected=tool-002`, write: (link) => link },
  },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByRole('searchbox')).toHaveValue('offset');
    await waitFor(() => expect(canvas.getAllByRole('option').length).toBeGreaterThan(3));
    await waitFor(() => expect(canvasElement.querySelectorAll('.ark-found path')).toHaveLength(2));
    await expect(canvas.getByRole('searchbox')).not.toHaveFocus();
  }),
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
  play: inTests(async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: '搜索会话内容' }));
    await userEvent.keyboard('offset');
    await waitFor(() => expect(canvas.getAllByRole('option').length).toBeGreaterThan(3));
    canvas.getByRole('searchbox').blur();
  }),
};
