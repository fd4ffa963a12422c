import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { type MountedReplay, mountReplay } from './mountReplay.tsx';

const session = sessionFromText(`
  0:00 notice(hook): SessionStart
  0:00 system(context): Read AGENTS.md first
  0:00 notice(hook): SessionStart
  0:01 user: Fix it
  0:03 Read(a.ts) 1s
  0:10 assistant: Done.
`);

let mounted: MountedReplay;

beforeEach(async () => {
  mounted = await mountReplay(session);
});

afterEach(() => mounted.unmount());

const folded = (): Locator => page.getByRole('treeitem', { name: /2 hooks . 1 context note/ });
const rows = (): Locator => page.getByRole('treeitem');

test('messages inserted by programs share one row, which a press unfolds and folds', async () => {
  await expect.element(folded()).toHaveAttribute('aria-expanded', 'false');
  expect(rows().elements()).toHaveLength(4);
  await userEvent.click(folded());
  await expect.poll(() => rows().elements().length).toBe(7);
  await userEvent.click(folded());
  await expect.poll(() => rows().elements().length).toBe(4);
});

test('the keyboard unfolds a run of housekeeping, enters it, returns to its row, and folds it', async () => {
  await expect.element(folded()).toBeVisible();
  (folded().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => rows().elements().length).toBe(7);
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await expect.poll(() => document.activeElement?.textContent).toContain('AGENTS.md');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => document.activeElement).toBe(folded().element());
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => rows().elements().length).toBe(4);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows().elements().length).toBe(7);
});

test('a search finds a folded item and unfolds its run', async () => {
  await expect.element(folded()).toBeVisible();
  (folded().element() as HTMLElement).focus();
  await userEvent.keyboard('/');
  await userEvent.keyboard('AGENTS');
  await expect.element(page.getByText('1 of 1').or(page.getByText('1 match')).first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows().elements().length).toBe(7);
  expect(mounted.replay.getState().selection).toBe('event-002');
});
