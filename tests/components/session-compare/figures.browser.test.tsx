import { expect, test, vi } from 'vitest';
import { KitProvider } from '../../../src/components/index.ts';
import { CompareFigures } from '../../../src/components/session-compare/CompareHead.tsx';
import '../../../src/components/styles.css';
import { alignSessions, type Comparison, indexSession } from '../../../src/replay/index.ts';
import { firstRun, secondRun } from '../../../stories/data/comparedSessions.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const compared = alignSessions(indexSession(firstRun), indexSession(secondRun));
const long: Comparison = {
  ...compared,
  left: {
    ...compared.left,
    calls: { main: 131, inner: 132 },
    failures: { main: 13, inner: 4 },
    tokens: { main: 140_824_000, inner: 18_884_000 },
  },
};

/** Where the text of a cell stands, from left to right. */
function textPlace(cell: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect();
}

test.each([1100, 800, 700])(
  'at %i px the figures of a session do not overlap, and all are visible',
  async (widthPx) => {
    root.host.className = 'ark ark-compare';
    root.host.style.width = `${widthPx}px`;
    root.render(
      <KitProvider>
        <CompareFigures comparison={long} titles={{ left: 'Before', right: 'After' }} />
      </KitProvider>,
    );
    const row = await vi.waitFor(() => {
      const found = root.host.querySelector('tbody tr');
      expect(found).not.toBeNull();
      return found as Element;
    });
    const places = [...row.querySelectorAll('td')].map(textPlace);
    expect(places).toHaveLength(5);
    for (const [n, { left }] of places.entries()) {
      if (n > 0) expect(left - (places[n - 1]?.right ?? 0)).toBeGreaterThanOrEqual(8);
    }
    expect(places.at(-1)?.right).toBeLessThanOrEqual(widthPx + 8);
  },
);
