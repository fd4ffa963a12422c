import { contrast, luminance } from './contrast.ts';

/** What text must have to be read, by WCAG 2 AA. */
const enough = 4.5;

const black = 0x000000;
const white = 0xffffff;

function mix(from: number, to: number, share: number): number {
  const part = (shift: number): number => {
    const start = (from >> shift) & 0xff;
    return Math.round(start + (((to >> shift) & 0xff) - start) * share) << shift;
  };
  return part(16) + part(8) + part(0);
}

/** The colour nearest to `ink`, on its way to black or white, that is read on `ground`. */
export function readableColour(ink: number, ground: number): number {
  if (contrast(ink, ground) >= enough) return ink;
  const towards = luminance(ground) > 0.179 ? black : white;
  let [unread, read] = [0, 1];
  // Halving the way eight times is finer than the 256 steps of a part.
  for (let step = 0; step < 8; step += 1) {
    const middle = (unread + read) / 2;
    if (contrast(mix(ink, towards, middle), ground) >= enough) read = middle;
    else unread = middle;
  }
  return mix(ink, towards, read);
}
