import type { ReactElement } from 'react';
import {
  type CallItem,
  isRunning,
  neighbour,
  type ReplayItem,
  shownPosition,
  workdirChange,
} from '../../replay/index.ts';
import { countUpTo, replayedAt } from '../../replay/internal.ts';
import { useReplay, useReplayStore, useSettledReplay } from '../../replay/react/index.ts';
import { ContextLinkList } from '../context-links/ContextLinkList.tsx';
import { replayWords } from '../language/english/replay.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { scopeInRun } from '../shared/itemPlace.ts';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import type { CallSteps } from '../tool-call-detail/DetailHeader.tsx';
import { ToolCallDetail } from '../tool-call-detail/ToolCallDetail.tsx';
import { WorkdirPath } from '../workdir-path/WorkdirPath.tsx';
import { EventDetail, PlanSection } from './EventDetail.tsx';
import { useItemScope, useReplayView, useSelectItem } from './ReplayViewContext.ts';

interface ItemDetailProps {
  item: ReplayItem;
}

/** The details of any item. */
export function ItemDetail({ item }: ItemDetailProps): ReactElement {
  const own = useItemScope();
  const index = useReplay((state) => state.index);
  const filters = useReplay((state) => state.filters);
  const onSelect = useSelectItem();
  const kit = useKit();
  const { headingLevel } = useReplayView();
  if (item.is === 'call') return <CallDetail item={item} />;
  const level = (headingLevel + 1) as 2 | 3;
  const scope = scopeInRun(index, item.run, own) ?? own;
  return (
    <EventDetail
      item={item}
      replayedAt={replayedAt(index, item)}
      scope={scope}
      headingLevel={level}
      row={{ index, filters, onSelect, kit }}
      actions={<ItemActions item={item} />}
    />
  );
}

function CallDetail({ item }: { item: CallItem }): ReactElement {
  const { t } = useKit();
  const scope = useItemScope();
  const { headingLevel } = useReplayView();
  const steps = useCallSteps(item);
  const index = useReplay((state) => state.index);
  const select = useSelectItem();
  const playState = useSettledReplay((state) => {
    if (state.mode === 'reading') return 'done';
    const position = shownPosition(state);
    if (item.index > position.item) return 'ahead';
    return isRunning(index, item.index, position) ? 'running' : 'done';
  });
  const level = (headingLevel + 1) as 2 | 3;
  const went = workdirChange(index, item);
  return (
    <ToolCallDetail
      call={item.call}
      replayedAt={replayedAt(index, item)}
      session={index.session}
      scope={scope}
      playState={playState}
      steps={steps}
      headingLevel={level}
      actions={<ItemActions item={item} />}
    >
      {went === undefined ? null : (
        <Section name="workdir" level={(level + 1) as 3 | 4} title={t('workdir')}>
          <WorkdirPath {...went} />
        </Section>
      )}
      {item.plan === undefined ? null : <PlanSection item={item} plan={item.plan} level={(level + 1) as 3 | 4} />}
      <ContextLinkList
        index={index}
        item={item.index}
        scope={scope}
        onSelect={select}
        usedBy={playState !== 'running'}
        headingLevel={(level + 1) as 3 | 4}
      />
    </ToolCallDetail>
  );
}

/** The number of a call in its run, with buttons to its neighbours; going to a neighbour in a folded run unfolds the run. */
function useCallSteps(item: CallItem): CallSteps {
  const replay = useReplayStore();
  const { index } = replay.getState();
  const calls = index.runs[item.run]?.landmarks.call ?? new Uint32Array();
  return {
    position: countUpTo(calls, item.index),
    total: calls.length,
    onStep(by) {
      const next = index.items[neighbour(calls, item.index, by > 0 ? 'forward' : 'backward') ?? -1];
      if (next === undefined) return;
      for (let run = index.runs[next.run]; run?.trigger !== undefined; run = index.runs[run.parent ?? 0]) {
        replay.expand(run.trigger.id);
      }
      replay.select(next.id);
    },
  };
}

interface ItemActionsProps {
  item: ReplayItem;
}

/** Quotes an item whose details are shown, and pins them while the playhead moves on. */
function ItemActions({ item: { id } }: ItemActionsProps): ReactElement {
  const { t } = useKit(replayWords);
  const replay = useReplayStore();
  const { quote } = useReplayView();
  const pinned = useReplay((state) => state.pinned === id);
  return (
    <span className="ark-replay__actions">
      <CopyButton key={id} look="icon" icon="quote" label={t('link.quote')} text={quote} />
      <ActionButton
        look="icon"
        label={t(pinned ? 'replay.unpin' : 'replay.pin')}
        icon="pin"
        data-on={pinned ? '' : undefined}
        onClick={() => replay.pin(pinned ? undefined : id)}
      />
    </span>
  );
}
