import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { FileLocation, KitProvider, MessageCard } from '../../src/components/index.ts';
import { createBuilders, scope } from '../data/builders.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const { message } = createBuilders(600);

const opened = fn();

const meta = {
  title: 'Code/FileLocation',
  component: FileLocation,
  parameters: { room: 'around' },
  args: { path: 'src/tides/local.ts', line: 22, cwd: '/home/mara/tidewatch' },
} satisfies Meta<typeof FileLocation>;
export default meta;

type Story = StoryObj<typeof meta>;

/** Plain text, where the host does not open files. */
export const Text: Story = {
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(canvas.queryByRole('link')).toBeNull();
  }),
};

/** What a host writes around it. */
const opening = {
  showCode: { provider: 'onOpenFile={(path, line, column) => console.log(path, line, column)}' },
};

/** The host opens it. */
export const Opened: Story = {
  tags: ['visual'],
  args: { column: 5 },
  parameters: opening,
  render: (args) => (
    <KitProvider onOpenFile={opened}>
      <FileLocation {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    opened.mockClear();
    await userEvent.tab();
    await expect(canvas.getByRole('button')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(opened).toHaveBeenCalledWith('/home/mara/tidewatch/src/tides/local.ts', 22, 5);
  }),
};

/** The host gives the URL scheme of an editor. */
export const EditorLink: Story = {
  parameters: { showCode: { provider: 'editorLink="vscode://file/{path}:{line}:{column}"' } },
  render: (args) => (
    <KitProvider editorLink="vscode://file/{path}:{line}:{column}">
      <FileLocation {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByRole('link')).toHaveAttribute(
      'href',
      'vscode://file/home/mara/tidewatch/src/tides/local.ts:22:1',
    );
  }),
};

/** A scheme that would execute its address opens nothing, whoever set it. */
export const BarredScheme: Story = {
  tags: ['case'],
  render: (args) => (
    <KitProvider editorLink="javascript:open('{path}')">
      <FileLocation {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('link')).toBeNull();
  }),
};

/** A path that imitates something else. */
export const Hostile: Story = {
  tags: ['case'],
  args: { path: '/tmp/"><script>alert(1)</script>/\u202egnp.ts', line: 1 },
  render: (args) => (
    <KitProvider editorLink="vscode://file/{path}:{line}">
      <FileLocation {...args} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas, canvasElement }) => {
    await expectHarmless(canvasElement);
    await expect(canvas.getByRole('link').getAttribute('href')).not.toMatch(/[<>"]/);
  }),
};

const said = message(
  'assistant',
  'The offset is added in `src/tides/local.ts:22` and in src/export/ical.ts:57; [the list](https://tides.example.org) is fine.\n\n```\nsrc/stations/list.ts:9:3\n```',
);

/** Locations found in messages: in prose, in code, in fences. */
export const InMessages: Story = {
  tags: ['visual'],
  parameters: { ...opening, room: 'flush' },
  render: () => (
    <KitProvider onOpenFile={opened}>
      <MessageCard message={said} scope={scope} />
    </KitProvider>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'src/tides/local.ts:22' })).toBeVisible();
    await expect(canvas.getAllByRole('button', { name: /\.ts:\d/ })).toHaveLength(3);
    await userEvent.click(canvas.getByRole('button', { name: 'src/export/ical.ts:57' }));
    await expect(opened).toHaveBeenLastCalledWith('src/export/ical.ts', 57, undefined);
  }),
};

/** At 360 px the folder is shortened, and the file name stays. */
export const NarrowPlace: Story = {
  tags: ['case'],
  args: { path: `/home/mara/${'harmonics/'.repeat(12)}constituents.ts`, line: 9, column: 3, cwd: undefined },
  render: (args) => (
    <Narrow>
      <FileLocation {...args} />
    </Narrow>
  ),
  play: inTests(async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('constituents.ts')).toBeVisible();
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth);
  }),
};
