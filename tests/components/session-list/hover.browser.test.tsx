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

test('the card of a session comes by the keys of the list, and goes with any other key', async () => {
  await page.viewport(1000, 600);
  root.render(
    <KitProvider motion="reduced">
      <div style={{ width: 320, height: 400 }}>
        <SessionList sessions={[entry('one'), entry('two')]} />
      </div>
    </KitProvider>,
  );
  await vi.waitFor(() => expect(document.querySelectorAll('[role="option"]')).toHaveLength(2));
  document.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  await userEvent.keyboard('{ArrowDown}');
  await vi.waitFor(() => expect(card()).toContain('Session'));
  expect(card()).toContain('Done.\n\nBoth tables are right: north.csv.');
  await userEvent.keyboard('e');
  await vi.waitFor(() => expect(card()).toBeUndefined());
  await userEvent.keyboard('e');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(card()).toBeUndefined();
});
