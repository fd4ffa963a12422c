import { speakerOf } from '../../session/facts/eventText.ts';
import type { NoticeEvent, NoticeKind, SessionEvent, UnknownEvent } from '../../session/index.ts';

/** The transport and the controls around it. */
const controlShapes = {
  play: [{ d: 'M5 3.25 12.5 8 5 12.75z', filled: true }],
  pause: ['M5.5 3.5v9M10.5 3.5v9'],
  stepBack: ['M12 3.5 6.25 8 12 12.5z', 'M4 3.5v9'],
  stepForward: ['M4 3.5 9.75 8 4 12.5z', 'M12 3.5v9'],
  skipBack: ['M7.75 4 3.75 8l4 4', 'm12.75 4-4 4 4 4'],
  skipForward: ['m8.25 4 4 4-4 4', 'm3.25 4 4 4-4 4'],
  skipIdle: ['M1.75 12h3M11.25 12h3', 'M3.5 8.75a4.75 4.75 0 0 1 8.75-.75', 'M12.75 4.75V8.5H9'],
  playhead: [{ d: 'M5.5 3.5 11.5 8l-6 4.5z', filled: true }],
  chevronUp: ['m4 10 4-4 4 4'],
  chevronDown: ['m4 6 4 4 4-4'],
  chevronLeft: ['m10 4-4 4 4 4'],
  chevronRight: ['m6 4 4 4-4 4'],
  arrowRight: ['M2.5 8h10.75', 'm9.5 4.25 3.75 3.75-3.75 3.75'],
  zoomIn: ['M8 3.25v9.5M3.25 8h9.5'],
  zoomOut: ['M3.25 8h9.5'],
  zoomWhole: ['M2.25 3.5v9M13.75 3.5v9', 'M4.75 8h6.5', 'm6.5 6-2 2 2 2M9.5 6l2 2-2 2'],
  lanes: ['M2.25 4H8.5', 'M6 8h7.75', 'M2.25 12h3.5M9 12h4.75'],
  copy: ['M5.5 5.5h8v8.25h-8z', 'M10.5 5.25v-3h-8V10.5h2.75'],
  check: ['m3 8.5 3.25 3.25L13 4.5'],
  close: ['m4 4 8 8M12 4l-8 8'],
  theme: [circle(8, 8, 5.5), { d: 'M8 2.5v11a5.5 5.5 0 0 0 0-11z', filled: true }],
  language: [
    'M2 4h7',
    'M5.5 2.25V4',
    'M8 4C7.5 7 5.25 9 2.25 10.25',
    'M3.5 4.25c.75 2.5 2.25 4 4.5 5.25',
    'm8 14 3-7 3 7',
    'M9 11.75h4',
  ],
  wrap: ['M2.5 3.75h11', 'M2.5 8h9a2.5 2.5 0 0 1 0 5H8.25', 'm10 11.25-1.75 1.75L10 14.75', 'M2.5 12.5h3'],
  unfold: ['M2.5 8h11', 'm5.5 5.5 2.5-3 2.5 3', 'm5.5 10.5 2.5 3 2.5-3'],
  fold: ['M2.5 8h11', 'm5.5 2.5 2.5 3 2.5-3', 'm5.5 13.5 2.5-3 2.5 3'],
  save: ['M8 2.25v7.5', 'm4.75 6.75 3.25 3.25 3.25-3.25', 'M2.75 11v2.5h10.5V11'],
  masked: [
    'M2.75 6.25c1.25 2 3 3.25 5.25 3.25s4-1.25 5.25-3.25',
    'm3.5 10.75 1-1.75M6.5 11.75 7 9.5M12.5 10.75l-1-1.75M9.5 11.75 9 9.5',
  ],
  revealed: [
    'M1.75 8C3.25 5.25 5.5 4 8 4s4.75 1.25 6.25 4C12.75 10.75 10.5 12 8 12s-4.75-1.25-6.25-4z',
    circle(8, 8, 2),
  ],
  link: ['M7 3.25H2.75v10h10V9', 'M9.25 2.75h4v4', 'M13 3 7.5 8.5'],
  quote: ['M3 4.25h3.75V8C6.75 10 5.5 11.5 3.5 12', 'M9.25 4.25H13V8c0 2-1.25 3.5-3.25 4'],
  note: ['M2.75 2.75h10.5v7l-3.5 3.5h-7z', 'M13.25 9.75h-3.5v3.5', 'M5.25 5.75h5.5M5.25 8.25h3'],
  branch: [
    circle(4.5, 3.75, 1.5),
    circle(4.5, 12.25, 1.5),
    circle(11.5, 5.25, 1.5),
    'M4.5 5.25v5.5',
    'M11.5 6.75c0 2.5-2.5 3-5.25 3.5',
  ],
  clock: [circle(8, 8, 5.75), 'M8 4.75V8l2.25 1.75'],
  account: ['M2.75 13.5V8.5M6.25 13.5v-11M9.75 13.5V6.25M13.25 13.5V10.5'],
  file: ['M3.75 2h5.5l3 3v9h-8.5z', 'M9 2.25V5.5h3.25'],
  compareSame: ['M3.25 6h9.5M3.25 10h9.5'],
  compareChanged: ['M3.25 6h9.5M3.25 10h9.5', 'm11 2.75-6 10.5'],
  compareLeft: ['M2.25 3.5h11.5v9H2.25z', { d: 'M2.25 3.5H8v9H2.25z', filled: true }],
  compareRight: ['M2.25 3.5h11.5v9H2.25z', { d: 'M8 3.5h5.75v9H8z', filled: true }],
  widen: ['M9.5 2.75h3.75V6.5M13 3 9 7', 'M6.5 13.25H2.75V9.5M3 13l4-4'],
  narrow: ['M9.25 3v3.75H13M9.5 6.5l3.75-3.75', 'M6.75 13V9.25H3M6.5 9.5l-3.75 3.75'],
  pin: ['M5.25 2.25h5.5M6.25 2.25v4L3.75 9.5h8.5l-2.5-3.25v-4M8 9.5v4.25'],
} satisfies Record<string, readonly Shape[]>;

const hexagon = 'M8 1.75 13.5 5v6L8 14.25 2.5 11V5z';
const bubble = 'M2.5 3h11v8H8l-3.25 2.75V11H2.5z';

/** Who spoke, and what happened between the calls. */
const eventShapes = {
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

const ring = circle(8, 8, 5.75);

/** What became of a call, a session, or an item of a checklist. */
const outcomeShapes = {
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

/** One icon a family of tools. */
const toolShapes = {
  terminal: ['m2.75 4.25 3.75 3.75-3.75 3.75', 'M8.5 12h4.75'],
  read: ['M3.75 2h5.5l3 3v9h-8.5z', 'M9 2.25V5.5h3.25', 'M6 8.5h4M6 11.25h2.5'],
  write: ['M3.75 2h5.5l3 3v9h-8.5z', 'M9 2.25V5.5h3.25', 'M8 8v4M6 10h4'],
  edit: ['M10.5 2.75 13.25 5.5l-7.5 7.5-3.25.5.5-3.25z', 'M8.75 4.5 11.5 7.25'],
  search: [circle(7, 7, 4.25), 'm10.25 10.25 3.25 3.25'],
  list: ['M2 12.75V3.5h4.25L7.75 5.5H14v7.25z', 'M5 8.25h6'],
  web: [
    circle(8, 8, 5.75),
    'M2.25 8h11.5',
    'M8 2.25c2 1.6 2.75 3.5 2.75 5.75S10 12.15 8 13.75C6 12.15 5.25 10.25 5.25 8S6 3.85 8 2.25z',
  ],
  agent: [
    circle(3.75, 8, 1.75),
    circle(12.25, 4, 1.75),
    circle(12.25, 12, 1.75),
    'M5.5 8h.75c2.5 0 1.75-4 4.25-4M6.25 8c2.5 0 1.75 4 4.25 4',
  ],
  message: ['M13.75 2.25 2.25 6.75 7 9l2.25 4.75z', 'M13.75 2.25 7 9'],
  plan: [
    circle(4, 12.25, 1.5),
    'M5.5 12.25h4.25a2.25 2.25 0 0 0 0-4.5h-3.5a2.25 2.25 0 0 1 0-4.5h6.5',
    'm11 1.5 1.75 1.75L11 5',
  ],
  todo: ['m2.25 4.5 1.25 1.25 2.25-2.5', 'M8.25 4.5h5.5', 'm2.25 11 1.25 1.25L5.75 9.75', 'M8.25 11h5.5'],
  question: [
    'M2.5 2.75h11v8.5H8.25L5 14v-2.75H2.5z',
    'M6.6 5.9c0-2 2.9-1.9 2.9-.2 0 1.1-1.45 1.1-1.45 2.1M8.05 9.35v.01',
  ],
  puzzle: ['M2.5 5.5h2.85a1.65 1.65 0 1 1 3.3 0h2.85v2.85a1.65 1.65 0 1 1 0 3.3v2.1h-9z'],
  notebook: ['M4.25 2.25h8.5v11.5h-8.5z', 'M7 2.25v11.5', 'M2.75 5h1.5M2.75 8h1.5M2.75 11h1.5'],
  skill: ['M9 1.75 3.25 9H7.5L7 14.25 12.75 7H8.5z'],
  picture: ['M2.25 3h11.5v10H2.25z', 'm2.5 11.75 3.25-3.5 2.5 2.5 1.75-1.75 3.5 3.25', circle(10.75, 5.75, 0.6)],
  remove: ['M2.75 4.5h10.5', 'M6 4.25V2.5h4v1.75', 'm4.25 4.5.6 9.25h6.3l.6-9.25', 'M6.75 7.25v3.75M9.25 7.25v3.75'],
  checkpoint: ['M4 14.25V2', 'M4 2.75h8l-1.75 2.75L12 8.25H4'],
  tool: ['M8 1.75 13.5 5v6L8 14.25 2.5 11V5z', circle(8, 8, 2)],
} satisfies Record<string, readonly Shape[]>;

/** Every icon by name: lines in a 16 px box. */
export const iconShapes = {
  ...toolShapes,
  ...eventShapes,
  ...outcomeShapes,
  ...controlShapes,
} satisfies Record<string, readonly Shape[]>;

/** Names an icon of the kit. */
export type IconName = keyof typeof iconShapes;

/** A line of an icon: a path in its box, perhaps dashed, perhaps filled instead of stroked. */
export type Shape = string | { readonly d: string; readonly dash?: string; readonly filled?: true };

/** Draws a circle as a path, so that an icon is paths alone. */
export function circle(x: number, y: number, radius: number): string {
  return `M${x + radius} ${y}a${radius} ${radius} 0 1 1 ${-2 * radius} 0 ${radius} ${radius} 0 0 1 ${2 * radius} 0z`;
}

const icons: Readonly<Record<NoticeKind, IconName>> = {
  compaction: 'compaction',
  interruption: 'interruption',
  hook: 'hook',
  api_error: 'cloudError',
  error: 'error',
  warning: 'warning',
  info: 'info',
  mode_change: 'mode',
  model_change: 'model',
  truncation: 'truncation',
  background_task: 'background',
  retry: 'retry',
  orphan_result: 'orphan',
  diff: 'diff',
};

/** The icon of a notice. */
export function noticeIcon(notice: NoticeEvent | UnknownEvent): IconName {
  return notice.type === 'unknown' ? 'unknownRecord' : icons[notice.kind];
}

/** The icon of an event: who speaks, or what happened. */
export function eventIcon(event: SessionEvent): IconName {
  switch (event.type) {
    case 'message':
      return speakerOf(event);
    case 'notice':
    case 'unknown':
      return noticeIcon(event);
    case 'plan':
      return 'todo';
    case 'thinking':
    case 'review':
    case 'usage':
      return event.type;
  }
}
