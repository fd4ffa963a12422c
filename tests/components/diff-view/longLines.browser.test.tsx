import { beforeEach, expect, test, vi } from 'vitest';
import { DiffView, type DiffViewProps, KitProvider } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

beforeEach(() => {
  root.host.style.width = '900px';
});
/** 1,000 lines, of which the fourth is long on both sides. */
function change(long: string): DiffViewProps['source'] {
  const lines = Array.from({ length: 500 }, (_, n) => {
    const text = n === 3 ? long : `row ${n}`;
    return [`-${text} before`, `+${text} after`];
  });
  return {
    path: 'table.txt',
    change: 'modified',
    hunks: [{ old_start: 1, old_lines: 500, new_start: 1, new_lines: 500, lines: lines.flat() }],
  };
}

async function listOf(source: DiffViewProps['source'], layout: 'split' | 'unified'): Promise<HTMLElement> {
  root.render(
    <KitProvider motion="reduced">
      <DiffView source={source} defaultLayout={layout} />
    </KitProvider>,
  );
  return vi.waitUntil(() => root.host.querySelector<HTMLElement>('[data-list]'));
}

const texts = (): HTMLElement[] => [...root.host.querySelectorAll<HTMLElement>('.ark-diff__text')];
const box = (element: Element | null | undefined): DOMRect => (element as Element).getBoundingClientRect();

/** The left edge of what is written in a cell: its first letter may be out of sight. */
function writtenFrom(cell: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().left;
}

test('both columns of a split list stay in sight, whatever the length of a line', async () => {
  const list = await listOf(change('long '.repeat(80)), 'split');
  const halves = [...root.host.querySelectorAll('.ark-diff__half')].map((half) => Math.round(box(half).left));
  expect(new Set(halves).size).toBe(2);
  expect(Math.max(...halves)).toBeLessThan(box(list).left + list.clientWidth / 2 + 2);
});

test.each([
  ['split', 'long '.repeat(80)],
  ['unified', 'long '.repeat(80)],
  ['split', '\tlong 很长的一行 '.repeat(30)],
  ['unified', '\tlong 很长的一行 '.repeat(30)],
] as const)('texts of a %s list are scrolled sideways to their end, beside their numbers', async (layout, long) => {
  const list = await listOf(change(long), layout);
  const cell = texts().find(({ textContent }) => textContent?.startsWith(long.slice(0, 20)));
  const number = root.host.querySelector('.ark-diff__number');
  const [before, numberBefore] = [writtenFrom(cell as HTMLElement), box(number).left];
  list.scrollLeft = 120;
  await vi.waitUntil(() => Math.round(writtenFrom(cell as HTMLElement) - before) === -120);
  expect(box(number).left).toBe(numberBefore);
  list.scrollLeft = list.scrollWidth;
  await vi.waitUntil(() => writtenFrom(cell as HTMLElement) < before - 200);
  const range = document.createRange();
  range.selectNodeContents(cell as HTMLElement);
  const hidden = range.getBoundingClientRect().right - box(cell).right;
  expect(hidden).toBeLessThan(1);
  // How wide a letter of another script is, the font says.
  if (!long.includes('很')) expect(hidden).toBeGreaterThan(-40);
});

test('a list without long lines is not scrolled sideways', async () => {
  const list = await listOf(change('short'), 'split');
  expect(list.scrollWidth).toBe(list.clientWidth);
});
