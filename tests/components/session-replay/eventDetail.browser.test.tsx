import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KitProvider, type KitProviderProps, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { plantedSecrets, plantSecrets } from '../masking/plantedSecrets.ts';

const session = plantSecrets(replaySession);
let root: Root;
let host: HTMLElement;

beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});

afterEach(() => {
  root.unmount();
  host.remove();
});

/** Draws a replay at its first item, a message, whose detail stands beside the list. */
async function detailOf(kit: Omit<KitProviderProps, 'children'>): Promise<HTMLElement> {
  root.render(
    <KitProvider {...kit}>
      <SessionReplay session={session} options={{ at: 'start' }} style={{ width: 1200, height: 800 }} />
    </KitProvider>,
  );
  return vi.waitFor(() => {
    // Until something is chosen there is the brief.
    host.querySelector<HTMLElement>('[role="tab"][id$="-item"]')?.click();
    const detail = host.querySelector<HTMLElement>('article[data-event="message"]');
    if (detail === null) throw new Error('The detail is not drawn yet.');
    return detail;
  });
}

const leaks = (within: Element | null): string[] =>
  plantedSecrets.filter((secret) => within?.textContent?.includes(secret));
const buttonOf = (detail: HTMLElement): HTMLElement | null =>
  detail.querySelector('button[aria-label="Show what was masked here"]');

test('the details of a message reveal its masked texts, and no others', async () => {
  const detail = await detailOf({});
  expect(leaks(host)).toEqual([]);
  buttonOf(detail)?.click();
  await vi.waitFor(() => expect(leaks(detail)).not.toEqual([]));
  expect(leaks(host.querySelector('[role="tree"]'))).toEqual([]);
  buttonOf(detail)?.click();
  await vi.waitFor(() => expect(leaks(host)).toEqual([]));
});

test('the button to reveal is absent if the host forbids it', async () => {
  const detail = await detailOf({ reveal: 'forbidden' });
  expect(buttonOf(detail)).toBeNull();
  expect(leaks(host)).toEqual([]);
});
