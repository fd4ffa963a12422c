import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { SharedDiffLayout } from '../../../src/components/diff-view/sharedDiffLayout.tsx';
import { DiffView, KitProvider } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

function show(view: ReactElement, widthPx: number): void {
  root.host.style.width = `${widthPx}px`;
  root.render(<KitProvider motion="reduced">{view}</KitProvider>);
}

const button = (name: string): HTMLButtonElement | undefined =>
  [...root.host.querySelectorAll('button')].find(({ textContent }) => textContent === name);

const pair = { before: 'const low = 1;\nreturn low;\n', after: 'const high = 1;\nreturn low;\n', path: 'tide.ts' };

test('added code has the colours of its language', async () => {
  show(<DiffView source={{ before: '', after: 'export const tide = "low";\n', path: 'tide.ts' }} />, 900);
  await vi.waitUntil(() => root.host.querySelector('.ark-diff [data-code="keyword"]') !== null, { timeout: 5000 });
  expect(root.host.querySelector('ins.ark-diff__text')?.textContent).toBe('export const tide = "low";');
});

test('code compared by words has the colours of its language, but a changed word keeps the text colour that is readable on its background', async () => {
  show(<DiffView source={pair} />, 900);
  const drawn = (): HTMLElement[] => [
    ...root.host.querySelectorAll<HTMLElement>('.ark-diff--library:not([hidden]) [style*=color]'),
  ];
  await vi.waitUntil(() => drawn().some(({ textContent }) => textContent === 'const'), { timeout: 5000 });
  const colourOf = (text: string, within: string): string => {
    const found = drawn().find((element) => element.textContent === text && element.closest(within) !== null);
    return found === undefined ? 'not drawn' : getComputedStyle(found).color;
  };
  const plain = getComputedStyle(root.host.querySelector('.ark-diff') as HTMLElement).color;
  expect(colourOf('return', 'tr')).not.toBe(plain);
  expect(colourOf('high', 'ins')).toBe(plain);
});

test('two columns are offered only where they fit', async () => {
  show(<DiffView source={pair} />, 900);
  await vi.waitUntil(() => button('Side by side') !== undefined);
  button('Side by side')?.click();
  await vi.waitUntil(() => root.host.querySelector('.ark-diff[data-layout="split"]') !== null);
  show(<DiffView source={pair} />, 600);
  await vi.waitUntil(() => root.host.querySelector('.ark-diff[data-layout="unified"]') !== null);
  expect(button('In one column') ?? button('Side by side')).toBeUndefined();
});

test('in a replay the layout that a reader chose counts for the next diff, and for the next visit', async () => {
  const other = { before: 'let tide = 2;\n', after: 'let tide = 3;\n', path: 'ebb.ts' };
  const shown = (layout: string): Promise<unknown> =>
    vi.waitUntil(() => root.host.querySelector(`.ark-diff[data-layout="${layout}"]`) !== null);
  const details = (source: typeof pair): ReactElement => (
    <SharedDiffLayout>
      <DiffView key={source.path} source={source} />
    </SharedDiffLayout>
  );
  show(details(pair), 900);
  await vi.waitUntil(() => button('Side by side') !== undefined);
  button('Side by side')?.click();
  await shown('split');
  show(details(other), 900);
  await shown('split');
  root.render(null);
  show(details(pair), 900);
  await shown('split');
  button('In one column')?.click();
  await shown('unified');
  localStorage.removeItem('agent-replay-kit:diff-layout');
});

test.each([
  ['new', { before: '', after: 'a\nb\n' }],
  ['removed', { before: 'a\nb\n', after: '' }],
])(
  'a %s file has one column, also where there is room for two, because one of them would be empty',
  async (_, texts) => {
    show(<DiffView defaultLayout="split" source={texts} />, 900);
    await vi.waitUntil(() => root.host.querySelector('.ark-diff[data-layout="unified"]') !== null);
    expect(button('In one column') ?? button('Side by side')).toBeUndefined();
  },
);
