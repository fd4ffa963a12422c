'use client';
import { type ReactElement, useDeferredValue, useId } from 'react';
import { filesSteps } from '../../replay/folds/filesAt.ts';
import type { ReplayState } from '../../replay/index.ts';
import { usePreparation, useReplay } from '../../replay/react/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { StateFacts } from '../state-panel/StateFacts.tsx';
import { stateAt } from '../state-panel/stateAt.ts';
import { useStateSummary } from '../state-panel/useStateSummary.ts';
import { useKit } from '../theme/useKit.ts';
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
  const { t, formatters } = useKit(replayWords);
  const id = useId();
  const index = useReplay((state) => state.index);
  // While a fast replay passes many items, this comes along when there is time.
  const position = useDeferredValue(useReplay((state) => state.position));
  const { setTab, headingLevel } = useReplayView();
  const scope = useItemScope();
  const select = useSelectItem();
  const state = stateAt(index, position);
  const summary = useStateSummary(state);
  const Title = `h${headingLevel + 1}` as 'h2' | 'h3';
  return (
    <div className="ark ark-state">
      <div className="ark-replay__state-head">
        <Title className="ark-state__title">{t('state', { time: formatters.clock(position.at) })}</Title>
        <span className="ark-state__summary">{summary}</span>
      </div>
      <StateFacts
        {...{ id, index, state, scope }}
        onSelect={(item) => {
          select(item);
          setTab('item');
        }}
      />
    </div>
  );
}
