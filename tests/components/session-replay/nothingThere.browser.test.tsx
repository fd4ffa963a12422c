import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { KitProvider, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { createManualClock, createReplay } from '../../../src/replay/index.ts';
import type { Note } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

// One prompt, and nothing that failed.
const session = sessionFromText(`
  0:00 user: Count the lamps
  0:01 Bash(ls lamps) 20ms
  0:02 Bash(wc -l lamps/all.txt) 20ms
  0:03 assistant: There are nine.
`);

const replay = createReplay(session, { clock: createManualClock() });

function Noted(): ReactElement {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  return <SessionReplay replay={replay} notes={notes} onNotesChange={setNotes} style={{ width: 1380, height: 700 }} />;
}

const root = testRoot();

beforeEach(async () => {
  await page.viewport(1400, 800);
  localStorage.clear();
  root.render(
    <KitProvider motion="reduced">
      <Noted />
    </KitProvider>,
  );
});

afterEach(() => {
  localStorage.clear();
});

const rows = (): Locator => page.getByRole('tree', { name: 'Timeline' }).getByRole('treeitem');
const tabs = (): HTMLElement => page.getByRole('tablist', { name: 'Details' }).element() as HTMLElement;

test('a key that finds nothing says so', async () => {
  await rows().nth(1).click();
  await userEvent.keyboard('e');
  await expect.element(page.getByText('No error after this row')).toBeVisible();
  await userEvent.keyboard('{Shift>}e{/Shift}');
  await expect.element(page.getByText('No error before this row')).toBeVisible();
  await userEvent.keyboard('o');
  await expect.element(page.getByText('This session has only one chapter')).toBeVisible();
});

test('the first bookmark does not make the list narrower', async () => {
  await rows().nth(1).click();
  const list = page.getByRole('tree', { name: 'Timeline' }).element();
  const before = list.getBoundingClientRect().width;
  await userEvent.keyboard('b');
  await expect.element(page.getByTitle('with a note')).toBeVisible();
  expect(list.getBoundingClientRect().width).toBe(before);
  await userEvent.keyboard('o');
  await expect.poll(() => list.getBoundingClientRect().width).toBeLessThan(before);
});

test('all tabs of the details are in sight, with a row chosen too', async () => {
  await rows().nth(1).click();
  await expect.element(page.getByRole('button', { name: 'Pin these details' })).toBeVisible();
  expect(tabs().scrollWidth).toBe(tabs().clientWidth);
});
