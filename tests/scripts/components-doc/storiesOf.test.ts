import { expect, test } from 'vitest';
import { componentsOf } from '../../../scripts/components-doc/componentsOf.ts';
import { storiesOf } from '../../../scripts/components-doc/storiesOf.ts';

test('storiesOf counts stories, those that act, and those with a picture', () => {
  const text = `
type Story = StoryObj<typeof meta>;

/** A plain one. */
export const Typical: Story = {};

export const Chosen: Story = {
  tags: ['visual'],
  play: async ({ canvas }) => {
    await expect(canvas.getByText('play: nothing')).toBeVisible();
  },
};

export const Drawn: Story = {
  tags: ['visual'],
};
`;
  expect(storiesOf(text)).toEqual({ stories: 3, plays: 1, pictures: 2 });
  expect(storiesOf('const one = 1;')).toEqual({ stories: 0, plays: 0, pictures: 0 });
});

test('componentsOf finds the components of an index by their exported props', () => {
  const index = `export { Tag, type TagProps } from './shared/Tag.tsx';
export { useKit } from './theme/useKit.ts';
export { Icon, type IconName, type IconProps } from './icons/Icon.tsx';`;
  expect(componentsOf(index)).toEqual(['Icon', 'Tag']);
});
