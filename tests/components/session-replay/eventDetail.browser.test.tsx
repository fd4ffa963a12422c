import { expect, test, vi } from 'vitest';
import { KitProvider, type KitProviderProps, SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import type { Session } from '../../../src/session/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';
import { plantedSecrets, plantSecrets } from '../masking/plantedSecrets.ts';

const session = plantSecrets(replaySession);
const root = testRoot();

/** Draws a replay at its first item, a message, whose detail stands beside the list. */
async function detailOf(shown: Session, kit: Omit<KitProviderProps, 'children'> = {}): Promise<HTMLElement> {
  root.render(
    <KitProvider {...kit}>
      <SessionReplay session={shown} options={{ at: 'start' }} style={{ width: 1200, height: 800 }} />
    </KitProvider>,
  );
  return vi.waitFor(() => {
    // Until something is chosen there is the brief.
    root.host.querySelector<HTMLElement>('[role="tab"][id$="-item"]')?.click();
    const detail = root.host.querySelector<HTMLElement>('article[data-event="message"]');
    if (detail === null) throw new Error('The detail is not drawn yet.');
    return detail;
  });
}

const leaks = (within: Element | null): string[] =>
  plantedSecrets.filter((secret) => within?.textContent?.includes(secret));
const buttonOf = (detail: HTMLElement): HTMLElement | null =>
  detail.querySelector('button[aria-label="Show what was masked here"]');

test('the details of a message reveal its masked texts, and no others', async () => {
  const detail = await detailOf(session);
  expect(leaks(root.host)).toEqual([]);
  buttonOf(detail)?.click();
  await vi.waitFor(() => expect(leaks(detail)).not.toEqual([]));
  expect(leaks(root.host.querySelector('[role="tree"]'))).toEqual([]);
  buttonOf(detail)?.click();
  await vi.waitFor(() => expect(leaks(root.host)).toEqual([]));
});

test('the button to reveal is absent if the host forbids it', async () => {
  const detail = await detailOf(session, { reveal: 'forbidden' });
  expect(buttonOf(detail)).toBeNull();
  expect(leaks(root.host)).toEqual([]);
});

const asked = sessionFromText(`
  0:00 user: Where is the harbour master?
  0:01 Read(plan.md) 10ms
  0:02 Bash(grep harbour plan.md) 10ms
  0:03 assistant: On the north quay.
`);
const lines = Array.from({ length: 60 }, (_, n) => `Line ${n + 1} of the list`).join('\n\n');

const factsOf = (detail: HTMLElement): string[] =>
  [...detail.querySelectorAll('[data-section="message"] :is(dt, dd)')].map(({ textContent }) => textContent ?? '');

test('the detail of a message says what its row does not, and not its text again', async () => {
  const detail = await detailOf(asked);
  expect(detail.textContent).not.toContain('harbour master');
  expect(factsOf(detail)).toEqual([
    ...['length', '1 line \u00b7 28 characters'],
    ...['led to', expect.stringMatching(/^2 calls \u00b7 /)],
    ...['answered by', 'On the north quay.'],
  ]);
  detail.querySelector<HTMLElement>('.ark-replay__linked')?.click();
  await vi.waitFor(() =>
    expect(factsOf(root.host.querySelector('article[data-event="message"]') as HTMLElement).slice(2)).toEqual([
      'answers',
      'Where is the harbour master?',
    ]),
  );
});

test('the record of a message is shown when the reader asks for it', async () => {
  const detail = await detailOf(asked);
  const section = detail.querySelector<HTMLElement>('[data-section="record"]');
  section?.querySelector('button')?.click();
  await vi.waitFor(() => expect(section?.querySelector('[role="tree"]')?.textContent).toContain('harbour master'));
});

test('a message that is cut in its row is shown whole in its detail', async () => {
  const events = asked.events?.map((event) => (event.type === 'message' ? { ...event, text: lines } : event));
  const detail = await detailOf({ ...asked, events } as Session);
  await vi.waitFor(() => expect(detail.textContent).toContain('Line 60 of the list'));
});
