import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SessionBrief } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { indexSession } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

test('what is left open stands on one line with its name, whether it leads somewhere or not', async () => {
  await page.viewport(1000, 800);
  const index = indexSession(sessionFromText('0:00 user: Go\n0:01 Read(a.ts) 1s\n0:02 user: And on'));
  for (const onItem of [undefined, () => undefined]) {
    root.render(<SessionBrief index={index} onSelect={onItem} style={{ width: 800 }} />);
    await expect.element(page.getByText('Left open')).toBeVisible();
    const name = baselineOf(page.getByText('Left open').element());
    expect(baselineOf(page.getByText('the last prompt has no answer').element())).toBeCloseTo(name, 0);
  }
});

/** Where the words of an element stand; all here have letters of one height. */
function baselineOf(element: Element): number {
  const words = document.createRange();
  words.selectNodeContents(element.firstChild as ChildNode);
  return words.getBoundingClientRect().bottom;
}
