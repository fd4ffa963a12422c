import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, PhaseBlock } from '../../../src/components/index.ts';
import { hasPhaseDetails } from '../../../src/components/phase-block/PhaseBlock.tsx';
import '../../../src/components/styles.css';
import { indexSession, phaseBlocks } from '../../../src/replay/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

test("pressing a phase's details button unfolds its details, and pressing beside it folds its rows", async () => {
  const block = phaseBlocks(indexSession(replaySession)).find(hasPhaseDetails);
  if (block === undefined) throw new Error('no phase of the session has details');
  const onFoldedChange = vi.fn();
  root.render(
    <KitProvider>
      <PhaseBlock block={block} onFoldedChange={onFoldedChange} />
    </KitProvider>,
  );
  const details = page.getByRole('button', { name: /^Details of/ });
  await expect.element(details).toBeVisible();
  // `force`: whatever lies on top of the button gets the press, as with a hand.
  await userEvent.click(details, { force: true });
  await expect.element(details).toHaveAttribute('aria-expanded', 'true');
  expect(onFoldedChange).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: /calls?/ }).first());
  expect(onFoldedChange).toHaveBeenCalledWith(true);
});
