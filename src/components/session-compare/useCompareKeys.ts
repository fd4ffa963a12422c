import type { KeyboardEvent } from 'react';
import type { Replay } from '../../replay/index.ts';
import { commandOfKey, isOwnKey, type KeyTable, rowKeys, withOrWithoutShift } from '../shared/keyTable.ts';
import { playKeys, runCommand } from '../transport-bar/replayCommand.ts';

/** What the keys of a comparison act on. */
export interface CompareKeysOptions {
  /** The side that receives replay keys. */
  replay: Replay;
  onJump: (by: 1 | -1) => void;
  onOnly: () => void;
  onClocks: () => void;
  onSide: () => void;
  onHelp: () => void;
  /** Undefined if there is nothing to close. */
  onClose: (() => void) | undefined;
}

/** Key handler for the element around a comparison: N and P, D, L, S, Esc, and the keys of a replay. */
export function useCompareKeys(options: CompareKeysOptions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
      return;
    if (isOwnKey(event.target, event.key)) return;
    const act = ownAction(event, options) ?? replayAction(event, options);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}

type CompareCommand = 'next' | 'previous' | 'only' | 'clocks' | 'side' | 'close' | 'help';

/** Keys that work anywhere in a comparison. */
export const compareKeys: KeyTable<CompareCommand> = {
  where: 'key.group.comparison',
  lines: [
    {
      help: 'key.help.differences',
      does: {
        ...withOrWithoutShift<CompareCommand>('n', 'next'),
        ...withOrWithoutShift<CompareCommand>('p', 'previous'),
      },
    },
    { help: 'key.help.onlyDifferences', does: withOrWithoutShift('d', 'only') },
    { help: 'key.help.clocks', does: withOrWithoutShift('l', 'clocks') },
    { help: 'key.help.otherSide', does: withOrWithoutShift('s', 'side') },
    { help: 'key.help.close', does: withOrWithoutShift('Escape', 'close') },
    { help: 'key.help.keys', does: { '?': 'help' } },
  ],
};

/** What a key does in the rows of a comparison. */
export type CompareRowCommand = 'move' | 'select' | 'goTo';

/** Keys of the rows of a comparison. Tab is left to the browser: it moves to the controls inside the row. */
export const compareRowKeys: KeyTable<CompareRowCommand> = {
  where: 'key.group.comparedRows',
  lines: [
    ...rowKeys<CompareRowCommand>('move'),
    { help: 'key.help.inside', printed: ['Tab'], does: {} },
    { help: 'key.help.whatDiffers', does: { Enter: 'select' } },
    { help: 'key.help.goToBoth', does: { 'Shift Enter': 'goTo' } },
  ],
};

function ownAction(event: KeyboardEvent, options: CompareKeysOptions): (() => void) | undefined {
  switch (commandOfKey(compareKeys, event)) {
    case 'next':
      return () => options.onJump(1);
    case 'previous':
      return () => options.onJump(-1);
    case 'only':
      return options.onOnly;
    case 'clocks':
      return options.onClocks;
    case 'side':
      return options.onSide;
    case 'close':
      return options.onClose;
    case 'help':
      return options.onHelp;
    case undefined:
      return undefined;
  }
}

/** A comparison shows neither lanes nor a search, so it takes only those replay keys that move the playhead. */
function replayAction(event: KeyboardEvent, { replay }: CompareKeysOptions): (() => void) | undefined {
  const command = commandOfKey(playKeys, event);
  return command === undefined ? undefined : () => runCommand(replay, command);
}
