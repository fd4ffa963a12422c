import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Popover } from '../../../src/components/shared/Popover.tsx';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

test('a panel that opens low in the window ends inside it, and scrolls', async () => {
  await page.viewport(768, 700);
  root.host.className = 'ark';
  root.host.style.cssText = 'position: fixed; top: 400px; left: 300px';
  root.render(
    <Popover label="Chapters" icon="list" className="tall" holds="text">
      {() => <div style={{ height: 2000 }}>chapters</div>}
    </Popover>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Chapters' }));
  const panel = page.getByRole('region', { name: 'Chapters' }).element();
  expect(panel.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
  expect(panel.scrollHeight).toBeGreaterThan(panel.clientHeight);
});
