import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ComponentType, type ReactElement, useState } from 'react';
import { expect, userEvent, waitFor } from 'storybook/test';
import { ContextLinkList, ContextLinks, type ContextLinksProps, Timeline } from '../../src/components/index.ts';
import { indexSession, type SessionIndex } from '../../src/replay/index.ts';
import { scope } from '../data/builders.ts';
import { hostileSession } from '../data/hostileSession.ts';
import { linkedSession, manyLinks } from '../data/linkedSession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { inTests } from '../inTests.ts';

interface LinkedProps {
  index: SessionIndex;
  selected?: string;
  show?: ContextLinksProps['show'];
  width?: number;
  height?: number;
}

/** A timeline with links in the gutter, and a list of the same links beside it. */
function Linked({ index, selected: first, show = 'selected', width = 1100, height = 420 }: LinkedProps): ReactElement {
  const [selected, select] = useState(first);
  const item = selected === undefined ? undefined : index.itemById(selected);
  return (
    <div
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        width,
        maxWidth: '100%',
      }}
    >
      <Timeline
        {...{ index, scope }}
        selected={selected}
        onSelect={select}
        startAt="top"
        style={{ flex: '1 1 420px', minWidth: 0, height }}
        gutter={(sight) => <ContextLinks {...{ index, sight, selected, show }} />}
      />
      <div
        style={{ flex: '0 1 400px', minWidth: 0, maxHeight: height, overflow: 'auto', background: 'var(--ark-bg-2)' }}
      >
        {item === undefined ? null : (
          <ContextLinkList index={index} item={item.index} scope={scope} onSelect={select} />
        )}
      </div>
    </div>
  );
}

const index = indexSession(linkedSession);

const usage = `import { KitProvider, parseSessionText } from 'agent-replay-kit';
import { ContextLinkList, ContextLinks, Timeline } from 'agent-replay-kit/components';
import { indexSession } from 'agent-replay-kit/replay';
import { useState } from 'react';
import 'agent-replay-kit/styles.css';

const { session } = parseSessionText(await (await fetch('/session.json')).text());
if (session === undefined) throw new Error('Not a session.');
const index = indexSession(session);

function Linked() {
  const [selected, select] = useState<string>();
  const item = selected === undefined ? undefined : index.itemById(selected);
  return (
    <>
      <Timeline
        index={index}
        selected={selected}
        onSelect={select}
        style={{ height: 420 }}
        gutter={(sight) => <ContextLinks index={index} sight={sight} selected={selected} />}
      />
      {item && <ContextLinkList index={index} item={item.index} onSelect={select} />}
    </>
  );
}

<KitProvider theme="dark" language="en">
  <Linked />
</KitProvider>`;

const meta = {
  title: 'Rows/ContextLinks',
  // Drawn by a timeline, which says what is in sight.
  component: ContextLinks as ComponentType<LinkedProps>,
  subcomponents: { ContextLinkList },
  parameters: { showCode: { write: () => usage } },
  args: { index, selected: 'tool-007' },
  render: (args) => <Linked {...args} />,
} satisfies Meta<LinkedProps>;
export default meta;

type Story = StoryObj<typeof meta>;

const groupsOf = (canvas: HTMLElement, look: string): Element[] => [
  ...canvas.querySelectorAll(`[data-link="${look}"]`),
];

/** Links of the chosen call: grey from what it drew on, accent to where it was used; the list beside it gives the reasons. */
export const Selected: Story = {
  tags: ['visual'],
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('heading', { name: 'Context it drew on' })).toBeVisible();
    await expect(canvas.getByText(/quotes 2 lines/)).toBeVisible();
    await expect(groupsOf(canvasElement, 'in')).toHaveLength(1);
  }),
};

/** A call that later calls used. */
export const UsedByOthers: Story = {
  tags: ['visual'],
  args: { selected: 'tool-004' },
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('heading', { name: 'Used by' })).toBeVisible();
    await expect(groupsOf(canvasElement, 'out')).toHaveLength(1);
  }),
};

/** Links of all calls, with those of the chosen one in colour above them. */
export const All: Story = { tags: ['visual'], args: { show: 'all', selected: 'tool-003' } };

/** Without a chosen call nothing is drawn. */
export const Nothing: Story = {
  tags: ['case'],
  args: { index: indexSession({ ...linkedSession, session_id: 'linked-nothing' }) },
  render: (args) => {
    const { selected: _, ...rest } = args;
    return <Linked {...rest} />;
  },
  play: inTests(async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('.ark-links')).toBeNull();
  }),
};

/** From the keyboard: choose a call, go to what it drew on. */
export const Keyboard: Story = {
  tags: ['case'],
  play: inTests(async ({ canvas }) => {
    const source = canvas.getByRole('button', { name: /Read src\/stations/ });
    source.focus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('treeitem', { selected: true })).toHaveAccessibleName(/Read src\/stations/);
    await expect(canvas.getByRole('heading', { name: 'Used by' })).toBeVisible();
  }),
};

/** Ten thousand calls: links are found in small steps, and only those in sight are drawn. */
export const TenThousand: Story = {
  tags: ['case'],
  args: { index: indexSession(manyLinks(10_000)), show: 'all', selected: 'tool-5007' },
  play: inTests(async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(groupsOf(canvasElement, 'other').length).toBeGreaterThan(2), { timeout: 20_000 });
    await expect(groupsOf(canvasElement, 'other').length).toBeLessThan(60);
    const tree = canvas.getByRole('tree');
    tree.scrollTop = tree.scrollHeight / 2;
    await waitFor(() => expect(groupsOf(canvasElement, 'in')).toHaveLength(1));
  }),
};

export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { width: 360, height: 420 },
};

/** A hostile log: none of its text is drawn in the gutter, and the list contains no markup. */
export const Hostile: Story = {
  tags: ['case'],
  args: { index: indexSession(hostileSession), selected: 'tool-2', show: 'all' },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};
