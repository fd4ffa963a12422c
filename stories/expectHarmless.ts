import { expect } from 'storybook/test';
import { hiddenCharacter } from '../src/components/shared/LogText.tsx';

/** Elements that text of a log must never become. */
const forbidden =
  'script, iframe, object, embed, img, video, audio, form, style, link, a[href^="javascript"], a[href^="data"]';

/** Invisible characters, and characters that reorder others. */
const hidden = ['\u0000', '\u0007', '\u001b', '\u200b', '\u202e', '\u2066'];

/** Expects that hostile content became neither markup nor invisible, and does not widen the page. */
export async function expectHarmless(canvas: HTMLElement): Promise<void> {
  await expect(canvas.querySelector(forbidden)).toBeNull();
  const text = canvas.textContent ?? '';
  await expect(hidden.filter((character) => text.includes(character)).map(hiddenCharacter)).toEqual([]);
  await expect(canvas.scrollWidth).toBeLessThanOrEqual(canvas.clientWidth);
}
