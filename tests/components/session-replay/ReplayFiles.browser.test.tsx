import { memo, type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { useOnceAFrame } from '../../../src/components/session-replay/ReplayFiles.tsx';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();
let move: (to: number) => void;

/** Takes longer to draw than a renderer works before it lets other work in. */
const Slow = memo(function Slow({ value }: { value: number }): ReactElement {
  for (const begun = performance.now(); performance.now() - begun < 6; );
  return <i>{value}</i>;
});

function Parts(): ReactElement {
  const [value, setValue] = useState(0);
  move = setValue;
  const shown = useOnceAFrame(value);
  return (
    <>
      <b>{value}</b>
      {Array.from({ length: 5 }, (_, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stay in place
        <Slow key={part} value={shown} />
      ))}
    </>
  );
}

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

test('what is slow to draw is drawn once a frame while its value changes in every frame', async () => {
  root.render(<Parts />);
  await vi.waitUntil(() => root.host.querySelectorAll('i').length === 5);
  const shown = (): string[] => [...root.host.querySelectorAll('i')].map(({ textContent }) => textContent ?? '');
  for (let n = 1; n <= 20; n += 1) {
    flushSync(() => move(n));
    // What is not slow does not wait.
    expect(root.host.querySelector('b')?.textContent).toBe(String(n));
    expect(shown()).toEqual(Array.from({ length: 5 }, () => String(n - 1)));
    await frame();
    expect(shown()).toEqual(Array.from({ length: 5 }, () => String(n)));
  }
});
