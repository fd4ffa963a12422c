import { expect, test, vi } from 'vitest';
import { KitProvider, ToolCallDetail } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createBuilders } from '../../../stories/data/builders.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const { call } = createBuilders();

test.each([360, 600])('at %i px the reason of a failed command stands above its output', async (widthPx) => {
  const text = 'E   NameError: low\n\nwhere\nmore\nmore\nlast';
  const failed = call('Bash', 'action', { command: 'pytest', outcome: 'failed', result: { text, exit_code: 1 } });
  root.host.style.width = `${widthPx}px`;
  root.render(
    <KitProvider>
      <ToolCallDetail call={failed} />
    </KitProvider>,
  );
  const top = (selector: string): number => {
    const found = root.host.querySelector(selector);
    expect(found).not.toBeNull();
    return (found as Element).getBoundingClientRect().top;
  };
  const output = await vi.waitFor(() => top('[data-section="output"]'));
  expect(top('.ark-detail__reason')).toBeLessThan(output);
});
