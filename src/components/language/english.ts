import { calls } from './english/calls.ts';
import { common } from './english/common.ts';
import { compare } from './english/compare.ts';
import { context } from './english/context.ts';
import { items } from './english/items.ts';
import { lanes } from './english/lanes.ts';
import { runs } from './english/runs.ts';
import { search } from './english/search.ts';
import { session } from './english/session.ts';
import { timeline } from './english/timeline.ts';
import { transport } from './english/transport.ts';
import { viewers } from './english/viewers.ts';

/** The English catalogue; its keys are the keys of every other one. */
export const english = {
  ...common,
  ...calls,
  ...items,
  ...session,
  ...lanes,
  ...timeline,
  ...transport,
  ...viewers,
  ...search,
  ...context,
  ...runs,
  ...compare,
} as const;
