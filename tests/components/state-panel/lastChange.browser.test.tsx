import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { KitProvider, StatePanel } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { endOf, indexSession } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

test('pressing a file leads to its last change, or to its last read if it was never changed', async () => {
  const index = indexSession(
    sessionFromText('0:00 Read(a.ts)\n0:01 Edit(a.ts)\n0:02 Read(b.ts)\n0:03 Read(a.ts)\n0:04 Read(b.ts)'),
  );
  const onSelect = vi.fn();
  root.render(
    <KitProvider>
      <StatePanel index={index} position={endOf(index)} defaultOpen onSelect={onSelect} />
    </KitProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: 'a.ts' }));
  await userEvent.click(page.getByRole('button', { name: 'b.ts' }));
  expect(onSelect.mock.calls).toEqual([[index.items[1]?.id], [index.items[4]?.id]]);
});

test('a file that was made, changed and read several times has room for its whole name beside the timeline', async () => {
  const path = 'src/core/signal_quality_report.py';
  const calls = ['Write', 'Edit', 'Edit', 'Read', 'Read'].map((tool, n) => `0:0${n} ${tool}(${path})`);
  const index = indexSession(sessionFromText(calls.join('\n')));
  root.host.style.width = '384px';
  root.render(
    <KitProvider>
      <StatePanel index={index} position={endOf(index)} defaultOpen />
    </KitProvider>,
  );
  await vi.waitFor(() => expect(root.host.querySelector('.ark-state__access')).not.toBeNull());
  expect(root.host.querySelector('.ark-state__access')?.textContent).toMatch(/changes · 2 reads$/);
  const name = root.host.querySelector('.ark-path__name') as Element;
  const text = new Range();
  text.selectNodeContents(name);
  expect(text.getBoundingClientRect().width).toBeLessThanOrEqual(name.getBoundingClientRect().width);
});
