import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, SessionCard } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { session } from '../../../stories/data/session.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a list of definitions says under a label. */
function saidUnder(list: Element | null, label: string): string | undefined {
  const term = [...(list?.querySelectorAll('dt') ?? [])].find((each) => each.textContent === label);
  return term?.nextElementSibling?.textContent?.replace(/\s+/g, ' ').trim();
}

test('the details show the same figures of main agent and subagents as the card and the copied facts', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  root.render(
    <KitProvider motion="reduced">
      <SessionCard session={session} />
    </KitProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Session details' }));
  const panel = (): Element | null => document.querySelector('.ark-about__panel');
  await expect.poll(() => saidUnder(panel(), 'Calls')).toBeDefined();
  const card = root.host.querySelector('.ark-session__facts');
  const labels = ['Calls', 'Failed', 'Tokens out'];
  const onCard = labels.map((label) => saidUnder(card, label));
  expect(onCard[0]).toMatch(/^\d+ \+\d+$/);
  expect(labels.map((label) => saidUnder(panel(), label))).toEqual(onCard);
  await userEvent.click(page.getByRole('button', { name: 'Copy the facts of this session' }).last());
  await expect.poll(() => copied.mock.lastCall?.[0]).toContain(`Calls: ${onCard[0]}`);
});

test.each([720, 740, 880, 1000])(
  'in a bar of %d px with controls of the host the title is not cut to a word',
  async (width) => {
    await page.viewport(1280, 800);
    root.render(
      <KitProvider motion="reduced">
        <div style={{ width }}>
          <SessionCard
            session={{ ...session, task_title: 'Should we close the issue as resolved by the last changes?' }}
            look="bar"
            actions={<div style={{ width: 290, height: 36 }} />}
          />
        </div>
      </KitProvider>,
    );
    await expect
      .poll(() => root.host.querySelector('.ark-session__title')?.getBoundingClientRect().width)
      .toBeGreaterThan(120);
  },
);
