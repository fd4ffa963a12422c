/** What a key asks of the lanes. */
export type LaneCommand =
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'pan'; readonly share: number }
  | { readonly do: 'whole' }
  | { readonly do: 'zoomToRange' }
  /** To another call: of the lane, or of the one above or below. */
  | { readonly do: 'move'; readonly to: CallMove }
  /** The same, and what lies between is selected. */
  | { readonly do: 'extend'; readonly to: CallMove }
  | { readonly do: 'choose' }
  | { readonly do: 'clear' };

/** Where the focus goes from a call. */
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

/** What of a key event is looked at. */
export interface LaneKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** One step of the zoom, and of panning. */
export const zoomStep = 1.5;
export const panStep = 0.25;

const moves: Readonly<Record<string, CallMove>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'above',
  ArrowDown: 'below',
  Home: 'first',
  End: 'last',
  PageUp: 'pageBack',
  PageDown: 'pageOn',
};

/** The command of a key: arrows as in a grid, `+` `-` and the letters of profilers for the view; undefined for others. */
export function laneCommandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: LaneKey): LaneCommand | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (key === 'Home') return { do: 'move', to: 'firstOfAll' };
    return key === 'End' ? { do: 'move', to: 'lastOfAll' } : undefined;
  }
  const to = Object.hasOwn(moves, key) ? moves[key] : undefined;
  if (to !== undefined) return { do: shiftKey ? 'extend' : 'move', to };
  switch (key) {
    case '+':
    case '=':
    case 'w':
      return { do: 'zoom', factor: zoomStep };
    case '-':
    case '_':
    case 's':
      return { do: 'zoom', factor: 1 / zoomStep };
    case 'a':
      return { do: 'pan', share: -panStep };
    case 'd':
      return { do: 'pan', share: panStep };
    case 'f':
      return { do: 'whole' };
    case 'z':
      return { do: 'zoomToRange' };
    case 'Enter':
      return { do: 'choose' };
    case 'Escape':
      return { do: 'clear' };
    default:
      return undefined;
  }
}
