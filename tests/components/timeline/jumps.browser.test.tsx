import { beforeEach, expect, test, vi } from 'vitest';
import { KitProvider, Timeline } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { indexSession, type Position, positionOf } from '../../../src/replay/index.ts';
import { longSession } from '../../../stories/data/longSession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const index = indexSession(longSession(900));

const root = testRoot();

const frames = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};
const list = (): HTMLElement => root.host.querySelector('[role="tree"]') as HTMLElement;
const rows = (): HTMLElement[] => [...root.host.querySelectorAll<HTMLElement>('[data-row]')];

async function jump(share: number): Promise<void> {
  list().scrollTop = (list().scrollHeight - list().clientHeight) * share;
  await frames();
}

function show(playhead?: Position): void {
  root.render(
    <KitProvider motion="reduced">
      <Timeline
        index={index}
        {...(playhead === undefined ? {} : { position: playhead })}
        startAt="top"
        onSelect={() => undefined}
      />
    </KitProvider>,
  );
}

beforeEach(async () => {
  root.host.style.cssText = 'width: 1200px; height: 700px';
  show();
  await vi.waitUntil(() => rows().length > 10);
  await frames();
});

/** What rows are, by their numbers; not where, which depends on what was measured on the way. */
function drawn(): Map<string | undefined, string> {
  // Ids that React makes up differ from one drawing to the next.
  const plain = (row: HTMLElement): string => row.outerHTML.replaceAll(/ (?:style|id|aria-controls)="[^"]*"/g, '');
  return new Map(rows().map((row) => [row.dataset.row, plain(row)]));
}

test('rows reused in a jump are the same as rows drawn again', async () => {
  await jump(0.4);
  await jump(0.7);
  // Its code is loaded first.
  await vi.waitUntil(() => list().querySelector('.ark-prose__list') !== null, { timeout: 10_000 });
  const jumpedTo = drawn();
  root.render(null);
  await frames();
  show();
  await vi.waitUntil(() => rows().length > 10);
  await jump(0.7);
  // What takes long to draw comes late in both.
  await vi.waitFor(() => {
    const both = [...drawn()].filter(([row]) => jumpedTo.has(row));
    expect(both.length).toBeGreaterThan(10);
    expect(both).toEqual(both.map(([row]) => [row, jumpedTo.get(row)]));
  });
});

test('the focused row keeps the focus and its elements, wherever the list scrolls', async () => {
  await jump(0.4);
  const row = rows()[12] as HTMLElement;
  const { textContent } = row;
  row.focus();
  await frames();
  for (const share of [0.7, 0.1, 0.9, 0.4]) {
    await jump(share);
    expect(document.activeElement).toBe(row);
    expect(row.textContent).toBe(textContent);
    expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([row]);
  }
});

/** Whether the rows after the playhead are in the document each time that the list scrolls by itself, from now on. */
function watchOwnScrolls(): boolean[] {
  const place = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop') as PropertyDescriptor;
  const drawnBefore: boolean[] = [];
  Object.defineProperty(list(), 'scrollTop', {
    get: () => place.get?.call(list()),
    set(px: number) {
      const current = Number(list().querySelector<HTMLElement>('[aria-current]')?.dataset.row);
      drawnBefore.push([1, 2, 3].every((n) => list().querySelector(`[data-row="${current + n}"]`) !== null));
      place.set?.call(list(), px);
    },
  });
  return drawnBefore;
}

test('a list that follows the playhead draws the rows there before it scrolls, so that the page is laid out once', async () => {
  const drawnBefore = watchOwnScrolls();
  const items = [400, 430, 100, 800];
  for (const item of items) {
    show(positionOf(index, item));
    await frames();
    const row = list().querySelector('[aria-current]')?.getBoundingClientRect();
    const view = list().getBoundingClientRect();
    expect(row?.top).toBeGreaterThan(view.top);
    expect(row?.bottom).toBeLessThan(view.bottom);
  }
  expect(drawnBefore.length).toBeGreaterThanOrEqual(items.length);
  expect(drawnBefore).not.toContain(false);
});
