import { circle, type Shape } from './shape.ts';

const hexagon = 'M8 1.75 13.5 5v6L8 14.25 2.5 11V5z';
const bubble = 'M2.5 3h11v8H8l-3.25 2.75V11H2.5z';

/** Who spoke, and what happened between the calls. */
export const eventShapes = {
  user: [circle(8, 5.25, 2.75), 'M2.75 13.75c.5-2.75 2.5-4 5.25-4s4.75 1.25 5.25 4'],
  assistant: [bubble],
  system: ['M2.25 3h11.5v8H2.25z', 'M5.5 13.75h5M8 11.25v2.25'],
  thinking: [{ d: bubble, dash: '2 2' }],
  compaction: ['M2 8h12', 'M8 1.5V5M6.25 3.5 8 5.25 9.75 3.5', 'M8 14.5V11M6.25 12.5 8 10.75l1.75 1.75'],
  interruption: ['M5.6 2.25h4.8l3.35 3.35v4.8l-3.35 3.35H5.6L2.25 10.4V5.6z', { d: 'M6 6h4v4H6z', filled: true }],
  hook: [circle(10.25, 3.25, 1.5), 'M10.25 4.75v5.5a3.25 3.25 0 0 1-6.5 0v-1.5', 'm2 10.25 1.75-1.75 1.75 1.75'],
  cloudError: [
    'M5 11H4.5a2.75 2.75 0 0 1 0-5.5A3.75 3.75 0 0 1 11.75 6a2.5 2.5 0 0 1-.25 5H11',
    'M8.75 8 7 11h2.25L7.5 14',
  ],
  error: [circle(8, 8, 5.75), 'M8 5v3.5M8 10.9v.01'],
  warning: ['M8 2.25 14.25 13.25H1.75z', 'M8 6.5v3M8 11.4v.01'],
  info: [circle(8, 8, 5.75), 'M8 7.75v3.5M8 5.1v.01'],
  mode: ['M5.5 4.25h5a3.75 3.75 0 0 1 0 7.5h-5a3.75 3.75 0 0 1 0-7.5z', circle(10.5, 8, 1.25)],
  model: [
    'M4.25 4.25h7.5v7.5h-7.5z',
    'M6.25 4V1.75M9.75 4V1.75M6.25 14.25V12M9.75 14.25V12M4 6.25H1.75M4 9.75H1.75M14.25 6.25H12M14.25 9.75H12',
  ],
  truncation: ['M3.25 9.5V2h9.5v7.5', 'M5.75 5h4.5', 'm2.25 11.25 1.9 1.75 1.95-1.75L8 13l1.9-1.75L11.85 13l1.9-1.75'],
  background: ['m8 2 6 3-6 3-6-3z', 'm2 8.25 6 3 6-3', 'm2 11.25 6 3 6-3'],
  retry: ['M12.6 5.5A5.25 5.25 0 1 0 13.25 8.5', 'M13.25 2.5v3.25H10'],
  orphan: [{ d: 'M2.5 4H8l4.75 4L8 12H2.5l3-4z', dash: '2 2' }],
  diff: ['M8 2.25v6M5 5.25h6', 'M5 12.5h6'],
  idle: ['M4 2h8M4 14h8', 'M5 2.25C5 5.5 8 6 8 8s-3 2.5-3 5.75', 'M11 2.25C11 5.5 8 6 8 8s3 2.5 3 5.75'],
  unknownRecord: [{ d: hexagon, dash: '2 2' }, 'M6.6 6.4c0-2 2.9-1.9 2.9-.1 0 1.1-1.45 1.1-1.45 2.2M8.05 10.4v.01'],
  review: ['M3.25 3.25h9.5v10.5h-9.5z', 'M6 3.25V1.75h4v1.5', 'm5.75 8.75 1.6 1.6 3-3.35'],
  usage: ['M3.25 12.5a5.75 5.75 0 1 1 9.5 0', 'm8 9.25 2.5-3', circle(8, 9.25, 0.4)],
} satisfies Record<string, readonly Shape[]>;
