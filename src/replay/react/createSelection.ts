import type { ReplayState } from '../replayState.ts';

/**
 * A selector that runs once for each state and gives an equal value back as the very same one, so that React sees no
 * change where there is none. `shown` is the value on the screen, which survives a selector that is written inline and
 * therefore new with every render.
 */
export function createSelection<Selected>(
  selector: (state: ReplayState) => Selected,
  isEqual: (a: Selected, b: Selected) => boolean,
  shown: () => { readonly value: Selected } | undefined,
): (state: ReplayState) => Selected {
  let last: { readonly state: ReplayState; readonly value: Selected } | undefined;
  return (state) => {
    if (last?.state === state) return last.value;
    const before = last ?? shown();
    const value = selector(state);
    last = { state, value: before !== undefined && isEqual(before.value, value) ? before.value : value };
    return last.value;
  };
}
