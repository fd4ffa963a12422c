import type { Meta, StoryObj } from '@storybook/react-vite';
import { KitProvider, Tag } from '../../src/components/index.ts';
import './foundation.css';

const grounds = ['bg', 'bg-2', 'bg-3', 'bg-selected', 'bg-hover', 'line', 'line-2', 'added-bg', 'removed-bg'];
const texts = ['text', 'text-2', 'text-3', 'accent', 'red', 'added-text', 'removed-text'];
const hues = ['blue', 'orange', 'purple', 'green', 'pink', 'grey', 'gold', 'cyan'];

const meta = {
  title: 'Foundation/Colors',
  component: KitProvider,
  parameters: { room: 'around' },
  tags: ['!autodocs'],
} satisfies Meta<typeof KitProvider>;
export default meta;

type Story = StoryObj<typeof meta>;

function Swatches() {
  return (
    <ul className="story-swatches">
      {[...grounds, ...texts, ...hues].map((name) => (
        <li key={name}>
          <span className="story-swatch" style={{ background: `var(--ark-${name})` }} />
          <span>--ark-{name}</span>
        </li>
      ))}
    </ul>
  );
}

/** Every colour by the name that a host sets it with. */
export const Tokens: Story = { tags: ['visual'], render: () => <Swatches /> };

/** A provider inside another one: each part has its own theme, whatever stands around it. */
export const Nested: Story = {
  tags: ['visual'],
  render: () => (
    <>
      {(['light', 'dark'] as const).map((theme) => (
        <KitProvider key={theme} theme={theme}>
          <div className="ark" style={{ background: 'var(--ark-bg)' }}>
            <p style={{ margin: 0 }}>
              {theme} <Tag>tag</Tag>
            </p>
            <KitProvider theme={theme === 'light' ? 'dark' : 'light'}>
              <p className="ark" style={{ margin: 0, background: 'var(--ark-bg)' }}>
                the other one inside <Tag look="dashed">tag</Tag>
              </p>
            </KitProvider>
          </div>
        </KitProvider>
      ))}
    </>
  ),
};
