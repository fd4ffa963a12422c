import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ContextLegend, ContextMarkers } from '../../src/components/index.ts';
import { scope } from '../data/builders.ts';
import { nineTypes } from '../data/linkedSession.ts';
import { expectHarmless } from '../expectHarmless.ts';
import { Narrow, Panel } from '../frames.tsx';
import { inTests } from '../inTests.ts';

const meta = {
  title: 'Rows/ContextMarkers',
  component: ContextMarkers,
  subcomponents: { ContextLegend },
  parameters: { room: 'around' },
  argTypes: { context: { table: { type: { summary: 'readonly ContextReference[]' } } } },
  args: { context: nineTypes, scope },
} satisfies Meta<typeof ContextMarkers>;
export default meta;

type Story = StoryObj<typeof meta>;

/** In a row: the first five markers, and the number of the others. */
export const Marks: Story = {
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(6);
    await expect(canvas.getByText('rule, rules/times.md, low relevance')).toBeInTheDocument();
    await expect(canvas.getByLabelText('4 more pieces')).toBeVisible();
  }),
};

/** In details: each piece with its kind, source, relevance and use; a legend below. */
export const List: Story = {
  tags: ['visual'],
  args: { look: 'list' },
  render: (args) => (
    <Panel width={560}>
      <div style={{ display: 'grid', gap: 24 }}>
        <ContextMarkers {...args} />
        <ContextMarkers {...args} look="marks" limit={9} />
        <ContextLegend
          counts={{ claude_md: 1, skill: 2, spec: 1, file: 9, user_message: 7, tool_result: 52, capability: 1 }}
        />
      </div>
    </Panel>
  ),
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getByText('read, then edited')).toBeVisible();
    await expect(canvas.getByRole('list', { name: 'Types of context' }).children).toHaveLength(9);
  }),
};

/** One piece of context. */
export const One: Story = {
  tags: ['case'],
  args: { context: nineTypes.slice(4, 5) },
};

/** Draws nothing where no context was used. */
export const Empty: Story = {
  tags: ['case'],
  args: { context: [] },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.queryByRole('list')).toBeNull();
  }),
};

/** Thousands of pieces are shown as a number. */
export const Many: Story = {
  args: {
    look: 'list',
    context: Array.from({ length: 10_000 }, (_, n) => nineTypes[n % 9] ?? nineTypes[0]).flatMap((each) => each ?? []),
  },
  play: inTests(async ({ canvas }) => {
    await expect(canvas.getAllByRole('listitem')).toHaveLength(201);
    await expect(canvas.getByLabelText('9,800 more pieces')).toBeInTheDocument();
  }),
};

export const NarrowChinese: Story = {
  tags: ['visual', 'case'],
  globals: { language: 'zh' },
  args: { look: 'list' },
  render: (args) => (
    <Narrow>
      <ContextMarkers {...args} />
      <ContextLegend />
    </Narrow>
  ),
};

/** Sources with hostile names. */
export const Hostile: Story = {
  tags: ['case'],
  args: {
    look: 'list',
    context: [
      {
        type: 'rule',
        source: `\u202egnp.exe ${'tide'.repeat(900)}`,
        relevance: 'low',
        summary: '<img src=x onerror=alert(1)>',
      },
      { type: 'file', source: '<script>alert(1)</script>', relevance: 'high', summary: 'tide'.repeat(900) },
    ],
  },
  play: inTests(async ({ canvasElement }) => expectHarmless(canvasElement)),
};
