import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Splitter } from '../../../src/components/shared/Splitter.tsx';
import '../../../src/components/styles.css';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

test('a drag resizes without moving the focus; Tab leads to the edge, where its keys work', async () => {
  const onSize = vi.fn();
  root.render(
    <>
      <button type="button">Before</button>
      <div className="ark" style={{ position: 'relative', height: 200 }}>
        <Splitter label="Height" sizePx={200} minPx={100} maxPx={400} onSize={onSize} />
      </div>
      <div style={{ height: 200 }} data-testid="below" />
    </>,
  );
  const before = page.getByRole('button', { name: 'Before' });
  const edge = page.getByRole('separator', { name: 'Height' });
  await userEvent.click(before);
  await userEvent.dragAndDrop(edge, page.getByTestId('below'));
  expect(onSize).toHaveBeenCalled();
  await expect.element(before).toHaveFocus();
  onSize.mockClear();
  await userEvent.keyboard('{End}');
  expect(onSize).not.toHaveBeenCalled();
  await userEvent.tab();
  await expect.element(edge).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(onSize).toHaveBeenCalledWith(400);
});

test('in a host that scales what is in it, the edge stays under the pointer', async () => {
  const onSize = vi.fn();
  root.host.style.cssText = 'scale: 0.5; transform-origin: 0 0';
  root.render(
    <>
      <div className="ark" style={{ position: 'relative', width: 200, height: 200 }}>
        <Splitter label="Height" sizePx={200} minPx={100} maxPx={600} onSize={onSize} />
      </div>
      <div style={{ height: 300 }} data-testid="below" />
    </>,
  );
  const edge = page.getByRole('separator', { name: 'Height' });
  await userEvent.dragAndDrop(edge, page.getByTestId('below'), {
    sourcePosition: { x: 20, y: 2 },
    targetPosition: { x: 20, y: 60 },
  });
  await vi.waitFor(() => expect(onSize).toHaveBeenLastCalledWith(320));
});
