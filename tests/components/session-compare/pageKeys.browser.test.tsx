import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, SessionCompare, type SessionCompareProps } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { firstRun, secondRun } from '../../../stories/data/comparedSessions.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const onlyDifferences = page.getByRole('switch', { name: 'Only differences' });

/** Shows a comparison that nothing on the page takes the focus from. */
async function show(keys: SessionCompareProps['keys'], heightPx: number): Promise<void> {
  await page.viewport(1280, 1300);
  root.render(
    <KitProvider motion="reduced">
      <SessionCompare left={firstRun} right={secondRun} style={{ height: heightPx }} {...{ keys }} />
    </KitProvider>,
  );
  await expect.element(onlyDifferences).not.toBeChecked();
  (document.activeElement as HTMLElement | null)?.blur();
}

test.each([
  ['that fills the window answers', 'auto', 1200, true],
  ['below half the height of the window does not answer', 'auto', 600, false],
  ['of any height answers with keys="page"', 'page', 600, true],
  ['of any height does not answer with keys="focus"', 'focus', 1200, false],
] as const)('a comparison %s to keys before the first press in it', async (_, keys, heightPx, answers) => {
  await show(keys, heightPx);
  await userEvent.keyboard('d');
  if (answers) await expect.element(onlyDifferences).toBeChecked();
  else await expect.element(onlyDifferences).not.toBeChecked();
});
