import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Popover } from '../../../src/components/shared/Popover.tsx';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

/** Opens a panel of text higher than any window, and gives its box. */
async function openTall(): Promise<Element> {
  root.render(
    <div className="ark" style={{ display: 'flex' }}>
      <Popover label="Chapters" icon="list" className="tall" holds="text">
        {() => <div style={{ width: 80, height: 2000 }}>chapters</div>}
      </Popover>
    </div>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Chapters' }));
  return page.getByRole('region', { name: 'Chapters' }).element();
}

test('a panel that opens low in the window ends inside it, and scrolls', async () => {
  await page.viewport(768, 700);
  root.host.style.cssText = 'position: fixed; top: 400px; left: 300px';
  const panel = await openTall();
  expect(panel.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
  expect(panel.scrollHeight).toBeGreaterThan(panel.clientHeight);
});

test.each(['', 'scale: 0.5; transform-origin: 0 0', 'zoom: 1.5'])(
  'a panel ends inside the part of the page that cuts it (%s)',
  async (more) => {
    await page.viewport(768, 900);
    root.host.style.cssText = `position: fixed; top: 0; left: 0; width: 400px; height: 300px; overflow: hidden; ${more}`;
    const panel = await openTall();
    const [{ bottom }, around] = [panel.getBoundingClientRect(), root.host.getBoundingClientRect()];
    expect(bottom).toBeLessThan(around.bottom);
    expect(bottom).toBeGreaterThan(around.bottom - 0.1 * around.height);
  },
);

test('Esc closes the panel, and not the dialog of a host around it', async () => {
  root.render(
    <dialog ref={(dialog) => dialog?.showModal()} className="ark">
      <Popover label="Chapters" icon="list" className="tall" holds="text">
        {() => 'chapters'}
      </Popover>
    </dialog>,
  );
  const button = page.getByRole('button', { name: 'Chapters' });
  await userEvent.click(button);
  await expect.element(page.getByRole('region', { name: 'Chapters' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  expect(root.host.querySelector('dialog')?.open).toBe(true);
});
