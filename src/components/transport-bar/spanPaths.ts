import type { TrackSpan } from './layoutTrack.ts';

/** A share of the bar, exact to a hundredth of a pixel on any screen. */
function coordinate(share: number): string {
  return String(Math.round(share * 1e6) / 1e6);
}

/** Stretches as one path in a box of 1 × 1. */
export function spanPath(spans: readonly TrackSpan[]): string {
  return spans.map(({ from, to }) => `M${coordinate(from)} 0H${coordinate(to)}V1H${coordinate(from)}z`).join('');
}

/** Where stretches after the first begin, as lines in a box of 1 × 1. */
export function seamPath(spans: readonly TrackSpan[]): string {
  return spans
    .slice(1)
    .map(({ from }) => `M${coordinate(from)} 0V1`)
    .join('');
}

/** The box around stretches, and its cut to them: they hang together along its lower edge, where nothing is seen. */
export function spanClip(spans: readonly TrackSpan[]): { left: string; right: string; clipPath: string } {
  const from = spans[0]?.from ?? 0;
  const to = spans.at(-1)?.to ?? 1;
  const within = (share: number): string => `${coordinate(to > from ? (100 * (share - from)) / (to - from) : 0)}%`;
  const corners = spans.flatMap((span) => {
    const [left, right] = [within(span.from), within(span.to)];
    return [`${left} 100%`, `${left} 0`, `${right} 0`, `${right} 100%`];
  });
  return {
    left: `${coordinate(100 * from)}%`,
    right: `${coordinate(100 * (1 - to))}%`,
    clipPath: `polygon(${corners.join(',')})`,
  };
}
