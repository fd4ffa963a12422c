import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createHashRouter, KitProvider, SessionReplay } from '../../src/components/index.ts';
import { showPage } from '../../src/page/showPage.tsx';
import { replaySession } from '../../stories/data/replaySession.ts';
import { testRoot } from '../helpers/testRoot.ts';

const root = testRoot();

beforeEach(() => page.viewport(1280, 800));

afterEach(() => {
  history.replaceState(null, '', '#');
  document.body.replaceChildren();
});

/** What a reader sees of a moment: title, row at the playhead, chosen row, open tab. */
const shown = (): unknown[] => [
  document.querySelector('h1')?.textContent,
  document.querySelector('[role=treeitem][aria-current=step]')?.getAttribute('data-row'),
  document.querySelector('[role=treeitem][aria-selected=true]')?.getAttribute('data-row'),
  document.querySelector('[role=tab][aria-selected=true]')?.textContent,
];

test('a link out of an exported page opens the same row, selection and panel in another host', async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  const place = Object.assign(document.createElement('div'), { id: 'agent-replay' });
  document.body.append(place);
  showPage({ session: replaySession, contents: [] });
  await page.getByRole('treeitem', { name: /Read / }).first().click();
  await page.getByRole('tab', { name: 'State' }).click();
  await userEvent.keyboard('c');
  await expect.poll(() => copied).toHaveLength(1);
  const before = shown();
  expect(before.slice(1)).toEqual([expect.any(String), expect.stringMatching(/^\d+$/), 'State']);

  document.body.replaceChildren(root.host);
  history.replaceState(null, '', new URL(copied[0] ?? '').hash);
  root.render(
    <KitProvider motion="reduced">
      <SessionReplay session={replaySession} router={createHashRouter()} style={{ width: 1200, height: 700 }} />
    </KitProvider>,
  );
  await expect.poll(shown).toEqual(before);
});
