import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { expect, userEvent } from 'storybook/test';
import { ReplayProvider, Timeline, TransportBar } from '../../src/components/index.ts';
import { createManualClock, createReplay, sessionMs } from '../../src/replay/index.ts';
import { useReplay, useReplayStore } from '../../src/replay/react/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';
import { longSession } from '../data/longSession.ts';
import { replaySession } from '../data/replaySession.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';
import { replayControls } from '../replayControls.ts';

/** A host's own component, which reads the replay around it. */
function Where(): ReactElement {
  const { item } = useReplay((state) => state.position);
  const count = useReplay((state) => state.index.items.length);
  const title = useReplay((state) => state.index.session.task_title);
  const shown = useReplay((state) => state.filters.hidden.join(' '));
  return (
    <p className="ark">
      {title}: item {item + 1} of {count}
      {shown === '' ? '' : `, without ${shown}`}
    </p>
  );
}

/** A timeline as a host would use it. */
function List(): ReactElement {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const filters = useReplay((state) => state.filters);
  const position = useReplay((state) => state.position);
  return (
    <Timeline
      index={index}
      filters={filters}
      position={position}
      onSeek={(item) => replay.seekToItem(item)}
      style={{ height: 360 }}
    />
  );
}

/** A host around its own list: what it imports besides and makes, and how it gives the replay. */
const usage = (
  source: string,
  made = '',
  imports = '',
): string => `import { KitProvider, parseSessionText } from 'agent-replay-kit';
import { ReplayProvider, Timeline, TransportBar } from 'agent-replay-kit/components';
${imports}import { useReplay, useReplayStore } from 'agent-replay-kit/replay/react';
import 'agent-replay-kit/styles.css';

const { session } = parseSessionText(await (await fetch('/session.json')).text());
if (session === undefined) throw new Error('Not a session.');${made}

function List() {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const position = useReplay((state) => state.position);
  return <Timeline index={index} position={position} onSeek={(item) => replay.seekToItem(item)} style={{ height: 360 }} />;
}

<KitProvider theme="dark" language="en">
  <ReplayProvider ${source}>
    <List />
    <TransportBar />
  </ReplayProvider>
</KitProvider>`;

const meta = {
  title: 'Replay/ReplayProvider',
  component: ReplayProvider,
  argTypes: replayControls,
  args: { session: replaySession, options: { clock: createManualClock(), at: sessionMs(826_000) } },
  parameters: { showCode: { write: () => usage('session={session}') } },
  render: (args) => (
    <ReplayProvider {...args}>
      <Where />
      <List />
      <TransportBar />
    </ReplayProvider>
  ),
} satisfies Meta<typeof ReplayProvider>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Components of the kit and one of the host, in a custom layout, all of one replay. */
export const Typical: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas }) => {
    const before = canvas.getByText(/item \d+ of/).textContent;
    await userEvent.click(canvas.getByRole('button', { name: 'Next call' }));
    await expect(canvas.getByText(/item \d+ of/)).not.toHaveTextContent(before);
    await expect(canvas.getByRole('treeitem', { current: 'step' })).toHaveTextContent('Edit');
    canvas.getByRole('button', { name: 'Next call' }).blur();
  }),
};

const held = createReplay(replaySession, { clock: createManualClock(), at: 'start' });

/** A replay that the host creates and controls from outside. */
export const OwnedByTheHost: Story = {
  parameters: {
    showCode: {
      write: () =>
        usage(
          'replay={replay}',
          '\nconst replay = createReplay(session, { clock: createSystemClock() });',
          "import { createReplay, createSystemClock } from 'agent-replay-kit/replay';\n",
        ),
    },
  },
  render: () => (
    <>
      <button type="button" onClick={() => held.step('error', 'forward')}>
        to the failure
      </button>
      <ReplayProvider replay={held}>
        <Where />
        <TransportBar />
      </ReplayProvider>
    </>
  ),
  play: inTests(async ({ canvas }) => {
    held.toStart();
    await userEvent.click(canvas.getByRole('button', { name: 'to the failure' }));
    await expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0:01:02/));
  }),
};

const grown = longSession(90);
const cut: Session = { ...grown, tool_calls: grown.tool_calls.slice(0, 20), events: grown.events.slice(0, 10) };

function Growing(): ReactElement {
  const [session, setSession] = useState<Session>(cut);
  return (
    <>
      <button type="button" onClick={() => setSession(grown)}>
        more
      </button>
      <button type="button" onClick={() => setSession(replaySession)}>
        another
      </button>
      <ReplayProvider session={session} options={{ clock: createManualClock(), at: sessionMs(20_000) }}>
        <Where />
        <TransportBar />
      </ReplayProvider>
    </>
  );
}

/** A growing session keeps its position; another session starts at the beginning. */
export const GrowsAndChanges: Story = {
  tags: ['case'],
  render: () => <Growing />,
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText(/item 11 of 30/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'more' }));
    await expect(await canvas.findByText(/item 11 of 90/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'another' }));
    await expect(await canvas.findByText(/^Find the lost hour/)).toBeVisible();
  }),
};

/** Filters apply from the first render on. */
export const Filtered: Story = {
  args: { options: { clock: createManualClock(), filters: { hidden: ['usage', 'thinking'] } } },
  parameters: {
    showCode: { write: () => usage(`session={session} options={{ filters: { hidden: ['usage', 'thinking'] } }}`) },
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText(/without usage thinking/)).toBeVisible();
    await expect(canvas.queryByRole('treeitem', { name: /Thinking/ })).toBeNull();
  }),
};

/** An empty session. */
export const Empty: Story = {
  tags: ['case'],
  args: { session: sessionFromText('@ title Nothing'), options: {} },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText(/item 0 of 0/)).toBeVisible();
  }),
};

/** At 360 px. */
export const NarrowOne: Story = {
  tags: ['case'],
  render: (args) => (
    <Narrow>
      <ReplayProvider {...args}>
        <Where />
        <TransportBar />
      </ReplayProvider>
    </Narrow>
  ),
};
