import { expect } from 'storybook/test';

/** Elements that a text of a log must never become. */
const forbidden =
  'script, iframe, object, embed, img, video, audio, form, style, link, a[href^="javascript"], a[href^="data"]';

/** Holds that hostile content became neither markup nor invisible, and does not widen the page. */
export async function expectHarmless(canvas: HTMLElement): Promise<void> {
  await expect(canvas.querySelector(forbidden)).toBeNull();
  const text = canvas.textContent ?? '';
  for (const hidden of ['\u0000', '\u0007', '\u001b', '\u200b', '\u202e', '\u2066']) {
    await expect(text.includes(hidden)).toBe(false);
  }
  await expect(canvas.scrollWidth).toBeLessThanOrEqual(canvas.clientWidth);
}
