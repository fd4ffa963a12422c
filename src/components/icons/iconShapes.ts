import { controlShapes } from './controlShapes.ts';
import { eventShapes } from './eventShapes.ts';
import { outcomeShapes } from './outcomeShapes.ts';
import type { Shape } from './shape.ts';
import { toolShapes } from './toolShapes.ts';

/** Every icon by name: lines in a 16 px box. */
export const iconShapes = {
  ...toolShapes,
  ...eventShapes,
  ...outcomeShapes,
  ...controlShapes,
} satisfies Record<string, readonly Shape[]>;

/** Names an icon of the kit. */
export type IconName = keyof typeof iconShapes;
