import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, type SessionEntry, SessionList } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const entry = (session_id: string): SessionEntry => ({
  session_id,
  task_title: `Session ${session_id}`,
  status: 'success',
  model_id: 'claude-sonnet-4-6',
  tool_calls_count: 3,
  source_format: 'claude-code',
  answered: '## Done\n\n**Both tables** are right: `north.csv`.',
});

const card = (): string | undefined => document.querySelector('[role="tooltip"]')?.textContent ?? undefined;

/** Chooses the first of two sessions, once they are listed. */
async function chooseFirst(): Promise<void> {
  await vi.waitFor(() => expect(document.querySelectorAll('[role="option"]')).toHaveLength(2));
  document.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  await userEvent.keyboard('{ArrowDown}');
}

test('the card of a session comes by the keys of the list, and goes with any other key', async () => {
  await page.viewport(1000, 600);
  root.render(
    <KitProvider motion="reduced">
      <div style={{ width: 320, height: 400 }}>
        <SessionList sessions={[entry('one'), entry('two')]} />
      </div>
    </KitProvider>,
  );
  await chooseFirst();
  await vi.waitFor(() => expect(card()).toContain('Session'));
  expect(card()).toContain('Done.\n\nBoth tables are right: north.csv.');
  await userEvent.keyboard('e');
  await vi.waitFor(() => expect(card()).toBeUndefined());
  await userEvent.keyboard('e');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(card()).toBeUndefined();
});

test.each(['translate: 0', 'filter: grayscale(0)', 'scale: 0.8; transform-origin: 0 0', 'zoom: 1.2'])(
  'the card stands whole beside its row in a host with %s',
  async (style) => {
    await page.viewport(1200, 600);
    root.host.style.cssText = `position: fixed; top: 60px; left: 200px; width: 320px; height: 300px; overflow: hidden; ${style}`;
    root.render(
      <KitProvider motion="reduced">
        <div style={{ height: 300 }}>
          <SessionList sessions={[entry('one'), entry('two')]} />
        </div>
      </KitProvider>,
    );
    await chooseFirst();
    await vi.waitFor(() => expect(document.querySelector('[role="tooltip"][data-placed]')).not.toBeNull());
    const beside = (document.querySelector('[role="tooltip"]') as Element).getBoundingClientRect();
    const row = (document.querySelector('[role="option"][data-active]') as Element).getBoundingClientRect();
    expect(beside.left - row.right).toBeGreaterThanOrEqual(0);
    expect(beside.left - row.right).toBeLessThan(20);
    expect(Math.abs(beside.top - row.top)).toBeLessThan(2);
    expect(beside.right).toBeLessThanOrEqual(1200);
    expect(beside.bottom).toBeLessThanOrEqual(600);
  },
);
