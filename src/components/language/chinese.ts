import { calls } from './chinese/calls.ts';
import { common } from './chinese/common.ts';
import { compare } from './chinese/compare.ts';
import { context } from './chinese/context.ts';
import { items } from './chinese/items.ts';
import { lanes } from './chinese/lanes.ts';
import { runs } from './chinese/runs.ts';
import { search } from './chinese/search.ts';
import { session } from './chinese/session.ts';
import { timeline } from './chinese/timeline.ts';
import { transport } from './chinese/transport.ts';
import { viewers } from './chinese/viewers.ts';
import type { Messages } from './messages.ts';

/** The catalogue in simplified Chinese. */
export const chinese: Messages = {
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
};
