import { expect, test } from 'vitest';
import { type SessionEntry, SessionList } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const entry = (session_id: string, project: string): SessionEntry => ({
  session_id,
  task_title: session_id,
  status: 'success',
  model_id: 'claude-sonnet-4-6',
  tool_calls_count: 1,
  source_format: 'claude-code',
  project,
});

test('a project whose name holds characters that hide or reorder is listed and explained with them in sight', async () => {
  root.render(
    <SessionList
      style={{ height: 400 }}
      sessions={[entry('one', '/home/a'), entry('two', '/home/\u202etxt\u001b.exe')]}
    />,
  );
  await expect.poll(() => root.host.querySelectorAll('[role="option"]').length).toBe(2);
  const names = (): string[] =>
    [...root.host.querySelectorAll('select option')].map(({ textContent }) => textContent ?? '');
  await expect.poll(() => names().join(' ')).toContain('U+202EtxtU+001B.exe');
  const titles = [...root.host.querySelectorAll('[title]')].map((each) => each.getAttribute('title'));
  expect(titles).toContain('/home/U+202EtxtU+001B.exe');
  const all = [...names(), ...titles].join('');
  expect(['\u202e', '\u001b'].filter((sign) => all.includes(sign))).toEqual([]);
});
