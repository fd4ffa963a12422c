import { type ReactElement, useMemo } from 'react';
import { neighbour, phaseBlocks, type ReplayState, stepsOf } from '../../replay/index.ts';
import { foldOfPhase, kindOfItems } from '../../replay/internal.ts';
import { usePreparation, useReplay, useReplayStore, useSettledReplay } from '../../replay/react/index.ts';
import { phasesWords } from '../language/english/phases.ts';
import { CategoryLegend, categoryCounts } from '../phase-strip/CategoryLegend.tsx';
import { PhaseStrip, phaseOverview } from '../phase-strip/PhaseStrip.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { useReplayView } from './ReplayViewContext.ts';

function* prepare({ index }: ReplayState): Generator<undefined, void> {
  yield* phaseBlocks.steps(index);
  yield* kindOfItems.steps(index);
  phaseOverview(index);
  yield;
  categoryCounts(index);
  yield;
}

/** The phases of the surrounding replay, with a legend if there is room; renders nothing for a session without phases. */
export function ReplayPhases(): ReactElement | null {
  usePreparation(prepare);
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const position = useSettledReplay((state) => state.position);
  const { setFollow, sheet, phases: headers } = useReplayView();
  const { t } = useKit(phasesWords);
  const expanded = useReplay((state) => state.expanded);
  const level = useReplay(({ filters }) => filters.level);
  // A story has headers of its own; a conversation has none.
  const isWhole = level !== 'story' && level !== 'conversation';
  const folds = useMemo(
    () => (headers === 'hidden' || !isWhole ? [] : phaseBlocks(index).map((block) => foldOfPhase(index, block))),
    [index, headers, isWhole],
  );
  const allFolded = useMemo(() => folds.length > 0 && folds.every((id) => expanded.has(id)), [folds, expanded]);
  if (index.phases.length === 0) return null;
  return (
    <>
      <PhaseStrip
        index={index}
        position={position}
        onGo={(item) => {
          replay.seekToItem(phaseStartShown(replay.getState(), item));
          setFollow(true);
        }}
      />
      {sheet || folds.length === 0 ? null : (
        <div className="ark-replay__folds">
          <ActionButton
            look="icon"
            icon={allFolded ? 'unfold' : 'fold'}
            label={t(allFolded ? 'phase.unfoldAll' : 'phase.foldAll')}
            onClick={() => replay.toggleExpanded(folds.filter((id) => expanded.has(id) === allFolded))}
          />
        </div>
      )}
      <div className="ark-replay__legend">
        <CategoryLegend index={index} />
      </div>
    </>
  );
}

/** Where a phase begins for the reader: at the first of its items that is shown, as for the keys. The phase is given by its first item. */
export function phaseStartShown(state: Pick<ReplayState, 'index' | 'filters' | 'expanded'>, item: number): number {
  return neighbour(stepsOf(state, 'phase'), item - 1, 'forward') ?? item;
}
