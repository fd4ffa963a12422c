import type { Screen } from './Screen.ts';

/** Gives a parameter as a number; 0 where it is left out. */
type Given = (at: number) => number;

const times = (given: Given): number => Math.max(1, given(0));

const moves: ReadonlyMap<string, (screen: Screen, given: Given) => void> = new Map([
  ['A', (screen, given) => screen.byRows(-times(given))],
  ['B', (screen, given) => screen.byRows(times(given))],
  ['C', (screen, given) => screen.byColumns(times(given))],
  ['D', (screen, given) => screen.byColumns(-times(given))],
  ['E', (screen, given) => screen.toRowStart(times(given))],
  ['F', (screen, given) => screen.toRowStart(-times(given))],
  ['G', (screen, given) => screen.toColumn(given(0) - 1)],
  ['H', (screen, given) => screen.toPlace(given(0) - 1, given(1) - 1)],
  ['f', (screen, given) => screen.toPlace(given(0) - 1, given(1) - 1)],
  ['J', (screen, given) => (given(0) === 0 ? screen.eraseBelow() : screen.clear())],
  ['K', (screen, given) => screen.eraseInLine(given(0))],
  ['s', (screen) => screen.save()],
  ['u', (screen) => screen.restore()],
] satisfies [string, (screen: Screen, given: Given) => void][]);

/** Does what a control sequence (`CSI … command`) asks of the cursor and the screen; what it does not know does nothing. */
export function moveCursor(screen: Screen, command: string, params: readonly string[]): void {
  moves.get(command)?.(screen, (at) => Number.parseInt(params[at] ?? '', 10) || 0);
}
