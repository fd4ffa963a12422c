'use client';
import { type ReactElement, useDeferredValue } from 'react';
import { filesSteps } from '../../replay/folds/filesAt.ts';
import type { ReplayState } from '../../replay/index.ts';
import { usePreparation, useReplay } from '../../replay/react/index.ts';
import { StatePanel } from '../state-panel/StatePanel.tsx';
import { stateAt } from '../state-panel/stateAt.ts';
import { useReplayView } from './ReplayViewContext.ts';
import { useItemScope } from './useItemScope.ts';
import { useSelectItem } from './useSelectItem.ts';

function* prepare({ index, position }: ReplayState): Generator<undefined, void> {
  yield* filesSteps(index);
  stateAt(index, position);
  yield;
}

/** The state of the session as of the playhead of the replay around it. */
export function ReplayStateAt(): ReactElement {
  usePreparation(prepare);
  const index = useReplay((state) => state.index);
  // While a fast replay passes many items, this comes along when there is time.
  const position = useDeferredValue(useReplay((state) => state.position));
  const { stateOpen, setStateOpen } = useReplayView();
  const scope = useItemScope();
  const select = useSelectItem();
  return (
    <StatePanel
      className="ark-replay__state"
      {...{ index, position, scope }}
      open={stateOpen}
      onOpenChange={setStateOpen}
      onSelect={select}
    />
  );
}
