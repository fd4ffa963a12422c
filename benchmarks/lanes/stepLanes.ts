import { type Step, stepped } from './stepped.ts';

/** Zooms, pans and points at calls in the lanes on the page. */
export async function stepLanes(): Promise<Record<string, Step>> {
  const plot = document.querySelector('.ark-lanes__canvas') as HTMLElement;
  const { left, top, width } = plot.getBoundingClientRect();
  const turn = (init: WheelEventInit): boolean =>
    plot.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        clientX: left + width / 2,
        clientY: top + 20,
        ...init,
      }),
    );
  const whole = (): void => document.querySelectorAll<HTMLElement>('.ark-lanes__tools button')[3]?.click();
  const steps: Record<string, Step> = {};
  // Zoomed out, where most is visible, and zoomed in all the way.
  steps['zoom, near the whole'] = await stepped(40, (n) => turn({ deltaY: n % 2 === 0 ? -40 : 40, ctrlKey: true }));
  steps['zoom, all the way in'] = await stepped(40, () => turn({ deltaY: -120, ctrlKey: true }));
  whole();
  turn({ deltaY: -230, ctrlKey: true });
  steps['pan, half of the session seen'] = await stepped(40, (n) =>
    turn({ deltaY: n % 20 < 10 ? 40 : -40, shiftKey: true }),
  );
  steps['point at a call'] = await stepped(40, (n) =>
    plot.dispatchEvent(
      new PointerEvent('pointermove', {
        bubbles: true,
        clientX: left + 20 + ((n * 37) % (width - 40)),
        clientY: top + 18,
      }),
    ),
  );
  return steps;
}
