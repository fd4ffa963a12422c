import { expect, test } from 'vitest';
import { Timeline } from '../../../src/components/index.ts';
import { indexSession } from '../../../src/replay/index.ts';
import '../../../src/components/styles.css';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

test('a row that grows pushes others out of view, and the browser has nothing left to report', async () => {
  const index = indexSession(
    sessionFromText(
      Array.from({ length: 200 }, (_, n) => `0:${String(n % 60).padStart(2, '0')} Bash(ls ${n}) 1s`).join('\n'),
    ),
  );
  root.render(<Timeline index={index} style={{ height: 360 }} />);
  await expect.poll(() => root.host.querySelectorAll('[data-row]').length).toBeGreaterThan(12);
  for (let n = 0; n < 5; n += 1) await nextFrame();
  const faults: string[] = [];
  const note = ({ message }: ErrorEvent): number => faults.push(message);
  window.addEventListener('error', note);
  const count = root.host.querySelectorAll('[data-row]').length;
  const row = root.host.querySelector<HTMLElement>('[data-row="2"] > *');
  row?.style.setProperty('padding-block-end', '2000px');
  for (let n = 0; n < 5; n += 1) await nextFrame();
  window.removeEventListener('error', note);
  expect(root.host.querySelectorAll('[data-row]').length).toBeLessThan(count);
  expect(faults).toEqual([]);
});
