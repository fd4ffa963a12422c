import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SessionFiles } from '../../../src/components/index.ts';
import { endOf, indexSession, type Position, startOf } from '../../../src/replay/index.ts';
import '../../../src/components/styles.css';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

test('a file stays whole, and its line chosen, while the playhead is before its first reading', async () => {
  await page.viewport(1200, 800);
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Write(tides.csv) 1s
    0:02 Edit(tides.csv) 1s
    0:03 Write(moons.csv) 1s
    0:04 Edit(moons.csv) 1s`);
  const lines = Array.from({ length: 40 }, (_, n) => `high water ${n}\n`).join('');
  for (const { tool_name, input } of session.tool_calls) {
    const [old_string, new_string] = ['high water 20', 'low water 20'];
    Object.assign(input.params, tool_name === 'Write' ? { content: lines } : { old_string, new_string });
  }
  const index = indexSession(session);
  const show = (position: Position): void => root.render(<SessionFiles index={index} position={position} />);
  const net = page.getByRole('button', { name: 'Changes alone' });
  const line = page.getByRole('button', { name: 'Line 3', exact: true });
  show(endOf(index));
  await userEvent.click(page.getByRole('treeitem', { name: /tides\.csv/ }));
  await userEvent.click(page.getByRole('button', { name: 'Whole file' }));
  await userEvent.click(line);
  await expect.element(line).toHaveAttribute('aria-pressed', 'true');
  show(startOf(index));
  await expect.poll(() => page.getByRole('treeitem').query()).toBeNull();
  show(endOf(index));
  await expect.element(line).toHaveAttribute('aria-pressed', 'true');
  await expect.element(net).toBeVisible();
  await userEvent.click(page.getByRole('treeitem', { name: /moons\.csv/ }));
  await expect.element(page.getByRole('button', { name: 'Whole file' })).toBeVisible();
});
