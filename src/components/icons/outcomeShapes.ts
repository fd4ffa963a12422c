import { circle, type Shape } from './shape.ts';

const ring = circle(8, 8, 5.75);

/** What became of a call, a session, or an item of a checklist. */
export const outcomeShapes = {
  succeeded: [ring, 'm5.5 8.25 1.75 1.75 3.25-3.5'],
  failed: ['m4 4 8 8M12 4l-8 8'],
  denied: [ring, 'm4 4 8 8'],
  interrupted: [ring, { d: 'M6 6h4v4H6z', filled: true }],
  cancelled: [ring, 'M5.5 8h5'],
  unanswered: [{ d: ring, dash: '2 2' }],
  unknown: [ring, 'M6.6 6.6c0-2 2.9-1.9 2.9-.1 0 1.1-1.45 1-1.45 2.1M8.05 10.6v.01'],
  running: ['M13.75 8A5.75 5.75 0 1 1 8 2.25', { d: circle(8, 8, 1.5), filled: true }],
  pending: [ring],
  inProgress: [ring, { d: circle(8, 8, 2), filled: true }],
} satisfies Record<string, readonly Shape[]>;
