import type { Meta, StoryObj } from '@storybook/react-vite';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { expect } from 'storybook/test';
import { KitProvider, Tag } from '../../src/components/index.ts';
import colorSheet from '../../src/components/theme/colors.css?raw';
import rowSheet from '../../src/components/theme/rowSizes.css?raw';
import scaleSheet from '../../src/components/theme/tokens.css?raw';
import { readTokens, type Token, type TokenGroup } from './readTokens.ts';
import './foundation.css';
import { inTests } from '../inTests.ts';

const colors = readTokens(colorSheet);
/** Values of the dark theme, by name. */
const dark = new Map(
  readTokens(colorSheet, '[data-theme="dark"]').flatMap(({ tokens }) => tokens.map(({ name, value }) => [name, value])),
);
const scales = [...readTokens(scaleSheet), ...readTokens(rowSheet)];
const groupOf = (prefix: string): TokenGroup =>
  scales.find(({ tokens }) => tokens.some(({ name }) => name.startsWith(prefix))) ?? { about: '', tokens: [] };

interface ListProps {
  columns?: 1 | 2;
  groups: readonly TokenGroup[];
  draw: (token: Token) => ReactNode;
}

/** Every token by its name in the style sheet, and drawn. */
function TokenList({ columns = 1, groups, draw }: ListProps): ReactElement {
  return (
    <div className="story-tokens" data-columns={columns}>
      {groups.map(({ about, tokens }) => (
        <section key={tokens[0]?.name}>
          {about === '' ? null : <p className="story-tokens__about">{about}</p>}
          <ul className="story-tokens__list">
            {tokens.map((token) => (
              <li key={token.name} data-token={token.name}>
                <span className="story-tokens__drawn">{draw(token)}</span>
                <code className="ark-mono">{token.name}</code>
                <span className="story-tokens__value ark-mono">{token.value}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const meta = {
  title: 'Foundation/Tokens',
  component: KitProvider,
  parameters: {
    room: 'around',
    controls: { disable: true },
    docs: {
      description: {
        component:
          'What everything in the kit is drawn with, read from its style sheets: colour, type, space, rows, motion. When to use it: set any of these on `:root` or on `.ark-kit` to restyle the kit; the page Restyle shows how.',
      },
    },
  },
  play: inTests(async ({ canvasElement }) => {
    const tokens = [...canvasElement.querySelectorAll<HTMLElement>('[data-token]')];
    await expect(tokens.length).toBeGreaterThan(0);
    const unset = tokens.filter((token) => getComputedStyle(token).getPropertyValue(token.dataset.token ?? '') === '');
    await expect(unset.map((token) => token.dataset.token)).toEqual([]);
  }),
} satisfies Meta<typeof KitProvider>;
export default meta;

type Story = StoryObj<typeof meta>;

const colorGroups = colors.flatMap(({ about, tokens }) => {
  const hues = tokens.filter(({ value }) => value.startsWith('#'));
  const both = hues.map(({ name, value }) => ({ name, value: `${value} / ${dark.get(name)}` }));
  return both.length === 0 ? [] : [{ about, tokens: both }];
});

/** Every colour by its name, light and dark; the swatch shows it in the current theme. */
export const Colours: Story = {
  tags: ['visual'],
  render: () => (
    <TokenList
      columns={2}
      groups={colorGroups}
      draw={({ name }) => <span className="story-swatch" style={{ background: `var(${name})` }} />}
    />
  ),
};

/** Five sizes, each with its line height; weights are 400, 500 and 600. */
export const Type: Story = {
  tags: ['visual'],
  render: () => (
    <TokenList
      groups={[groupOf('--ark-font'), groupOf('--ark-size')]}
      draw={({ name }) => {
        const style: CSSProperties = name.startsWith('--ark-size')
          ? { fontSize: `var(${name})`, lineHeight: `var(${name.replace('size', 'leading')})` }
          : name.startsWith('--ark-font')
            ? { fontFamily: `var(${name})` }
            : {};
        return name.startsWith('--ark-leading') || name === '--ark-measure' ? null : (
          <span style={style}>Ebbe und Flut 潮汐 0417</span>
        );
      }}
    />
  ),
};

/** Steps of space, radii, and the columns and heights of a row. */
export const Space: Story = {
  tags: ['visual'],
  render: () => (
    <TokenList
      groups={[groupOf('--ark-space'), groupOf('--ark-radius'), groupOf('--ark-row')]}
      draw={({ name }) =>
        name.startsWith('--ark-radius') ? (
          <span className="story-tokens__corner" style={{ borderRadius: `var(${name})` }} />
        ) : (
          <span className="story-tokens__bar" style={{ inlineSize: `var(${name})` }} />
        )
      }
    />
  ),
};

/** Hovering moves a bar for as long as its token says. With reduced motion, none moves. */
export const Motion: Story = {
  render: () => (
    <TokenList
      groups={[groupOf('--ark-fast')]}
      draw={({ name }) => (
        <span
          className="story-tokens__moving"
          style={name === '--ark-ease' ? {} : { transitionDuration: `var(${name})` }}
        />
      )}
    />
  ),
  play: inTests(async (context) => {
    await meta.play(context);
    const moving = [
      ...context.canvasElement.querySelectorAll<HTMLElement>('[data-token$="fast"] .story-tokens__moving'),
    ];
    const expected = context.globals.motion === 'reduced' ? '0s' : '0.09s';
    await expect(moving.map((bar) => getComputedStyle(bar).transitionDuration)).toEqual([expected]);
  }),
};

/** Nested providers: each part has its own theme, independent of its surroundings. */
export const Nested: Story = {
  tags: ['visual'],
  play: inTests(async () => undefined),
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
