import { commandOfKey, type KeyLine, type KeyTable, type PressedKey, withOrWithoutShift } from '../shared/keyTable.ts';

/** What a key does in the lanes. */
export type LaneCommand =
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'pan'; readonly share: number }
  | { readonly do: 'whole' }
  | { readonly do: 'zoomToRange' }
  /** Moves to another call, in the same lane or in the one above or below. */
  | { readonly do: 'move'; readonly to: CallMove }
  /** Moves in the same way, and selects the time in between. */
  | { readonly do: 'extend'; readonly to: CallMove }
  | { readonly do: 'choose' }
  | { readonly do: 'clear' };

/** Direction in which the focus leaves a call. */
export type CallMove =
  | 'previous'
  | 'next'
  | 'above'
  | 'below'
  | 'first'
  | 'last'
  | 'pageBack'
  | 'pageOn'
  | 'firstOfAll'
  | 'lastOfAll';

/** Factor of one zoom step, and size of one panning step. */
export const zoomStep = 1.5;
export const panStep = 0.25;

/** A key that moves the focus; with Shift it also selects the time in between. */
function moves(key: string, to: CallMove): KeyLine<LaneCommand>['does'] {
  return { [key]: { do: 'move', to }, [`Shift ${key}`]: { do: 'extend', to } };
}

/** Keys of the lanes: arrows as in a grid; `+`, `-` and the letters known from profilers for the view. */
export const laneKeys: KeyTable<LaneCommand> = {
  where: 'key.group.lanes',
  lines: [
    {
      help: 'key.help.call',
      does: { ArrowLeft: { do: 'move', to: 'previous' }, ArrowRight: { do: 'move', to: 'next' } },
    },
    { help: 'key.help.lane', does: { ...moves('ArrowUp', 'above'), ...moves('ArrowDown', 'below') } },
    {
      does: {
        ...{ ...moves('Home', 'first'), ...moves('End', 'last') },
        ...{ ...moves('PageUp', 'pageBack'), ...moves('PageDown', 'pageOn') },
        ...withOrWithoutShift<LaneCommand>('Home', { do: 'move', to: 'firstOfAll' }, 'Ctrl'),
        ...withOrWithoutShift<LaneCommand>('End', { do: 'move', to: 'lastOfAll' }, 'Ctrl'),
      },
    },
    { help: 'key.help.goToCall', does: withOrWithoutShift('Enter', { do: 'choose' }) },
    {
      help: 'key.help.zoom',
      does: { '+': { do: 'zoom', factor: zoomStep }, '-': { do: 'zoom', factor: 1 / zoomStep } },
    },
    {
      does: {
        ...{ '=': { do: 'zoom', factor: zoomStep }, w: { do: 'zoom', factor: zoomStep } },
        ...{ _: { do: 'zoom', factor: 1 / zoomStep }, s: { do: 'zoom', factor: 1 / zoomStep } },
      },
    },
    { help: 'key.help.pan', does: { a: { do: 'pan', share: -panStep }, d: { do: 'pan', share: panStep } } },
    { help: 'key.help.whole', does: { f: { do: 'whole' } } },
    {
      help: 'key.help.range',
      does: { 'Shift ArrowLeft': { do: 'extend', to: 'previous' }, 'Shift ArrowRight': { do: 'extend', to: 'next' } },
    },
    { help: 'key.help.zoomToRange', does: { z: { do: 'zoomToRange' } } },
    { help: 'key.help.clearRange', does: withOrWithoutShift('Escape', { do: 'clear' }) },
  ],
};

/** The command of a key in the lanes; undefined for other keys. */
export function laneCommandOf(pressed: PressedKey & { readonly altKey: boolean }): LaneCommand | undefined {
  return pressed.altKey ? undefined : commandOfKey(laneKeys, pressed);
}
