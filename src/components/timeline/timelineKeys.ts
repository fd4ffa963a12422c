import type { KeyTable } from '../shared/keyTable.ts';
import { rowKeys } from '../shared/rowAfterKey.ts';

/** What a key does in the timeline. */
export type TimelineCommand = 'move' | 'unfold' | 'fold' | 'unfoldPhases' | 'foldPhases' | 'select' | 'goTo';

/** Keys of the timeline. Tab is left to the browser: it moves to the controls inside the row. */
export const timelineKeys: KeyTable<TimelineCommand> = {
  where: 'key.group.timeline',
  lines: [
    ...rowKeys<TimelineCommand>('move'),
    { help: 'key.help.fold', does: { ArrowRight: 'unfold', ArrowLeft: 'fold' } },
    { help: 'key.help.foldPhases', does: { 'Shift ArrowRight': 'unfoldPhases', 'Shift ArrowLeft': 'foldPhases' } },
    { help: 'key.help.inside', printed: ['Tab'], does: {} },
    { help: 'key.help.select', does: { Enter: 'select' } },
    { help: 'key.help.goTo', does: { 'Shift Enter': 'goTo' } },
  ],
};
