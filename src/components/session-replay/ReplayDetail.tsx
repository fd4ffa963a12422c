import {
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
} from 'react';
import { type ReplayItem, type ReplayState, type SessionIndex, shownItem } from '../../replay/index.ts';
import { filesSteps, memoize } from '../../replay/internal.ts';
import { usePreparation, useReplay, useReplayStore, useSettledReplay } from '../../replay/react/index.ts';
import { PassingContext, useIsPassing } from '../hooks/passing.ts';
import { scaleOf } from '../hooks/scaleOf.ts';
import { ImportReport } from '../import-report/ImportReport.tsx';
import { replayWords } from '../language/english/replay.ts';
import { MonitorStatus } from '../monitor-status/MonitorStatus.tsx';
import { PlanReview } from '../plan-review/PlanReview.tsx';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useMarkedWords } from '../shared/FoundMarks.tsx';
import { StateFacts, stateAt, stateSteps, useStateSummary } from '../state-panel/StatePanel.tsx';
import { StepChain } from '../step-chain/StepChain.tsx';
import { SubagentCard } from '../subagent-card/SubagentCard.tsx';
import { useKit } from '../theme/useKit.ts';
import { ItemDetail } from './ItemDetail.tsx';
import { ReplayBrief } from './ReplayBrief.tsx';
import {
  type DetailTab,
  detailTabs,
  useFoundHere,
  useItemScope,
  useReplayView,
  useSelectItem,
} from './ReplayViewContext.ts';

const ReplayProfile = lazy(() => import('./ReplayProfile.tsx').then((module) => ({ default: module.ReplayProfile })));
/** Loaded when first opened, because it replays the edits of the session. */
const ReplayFiles = lazy(() => import('./ReplayFiles.tsx').then((module) => ({ default: module.ReplayFiles })));

const ReplayNotesTab = lazy(() =>
  import('./ReplayNotesTab.tsx').then((module) => ({ default: module.ReplayNotesTab })),
);

/** Maximum number of subagents listed; the timeline has all of them. */
const mostSubagents = 20;

/** Ids of the runs of subagents, in the order in which they began. */
const runsByStart = memoize(({ runs }: SessionIndex): readonly string[] =>
  runs
    .filter(({ subSession }) => subSession !== undefined)
    .sort((a, b) => a.start - b.start || a.index - b.index)
    .map(({ id }) => id),
);

/** The run as a whole: its plan, steps, monitor and subagents, and what its log lacked. */
function ReplayRun(): ReactElement {
  const index = useReplay((state) => state.index);
  const { session } = index;
  const selection = useReplay((state) => state.selection);
  const selectItem = useSelectItem();
  const scope = useItemScope();
  const { headingLevel, setTab } = useReplayView();
  const select = (id: string): void => {
    selectItem(id);
    setTab('item');
  };
  const level = (headingLevel + 1) as 2 | 3;
  const subagents = runsByStart(index).slice(0, mostSubagents);
  return (
    <div className="ark ark-replay__run">
      <PlanReview session={session} headingLevel={level} />
      <StepChain session={session} selected={selection} onSelect={select} />
      <MonitorStatus session={session} />
      {subagents.length === 0 ? null : (
        <div>
          {subagents.map((id) => (
            <SubagentCard key={id} session={session} subagent={id} scope={scope} />
          ))}
        </div>
      )}
      <ImportReport session={session} headingLevel={level} />
    </div>
  );
}

/** Largest fraction of the replay that the sheet covers. */
const mostShare = 0.8;

/** The bar with which the sheet is dragged and closed. */
function SheetGrip(): ReactElement {
  const { t } = useKit(replayWords);
  const replay = useReplayStore();
  const { sheetPx, setSheetPx, focused, toggleFocused } = useReplayView();
  const grip = useRef<HTMLButtonElement>(null);
  const drag = useSheetDrag({
    heightPx: sheetPx,
    mostPx: () => (grip.current?.closest('.ark-replay')?.clientHeight ?? 640) * mostShare,
    onHeight: setSheetPx,
    onClose: () => {
      replay.select(undefined);
      // Else nothing would be left in sight.
      if (focused) toggleFocused();
    },
  });
  return (
    <button ref={grip} type="button" className="ark-replay__grip" aria-label={t('replay.closeDetails')} {...drag} />
  );
}

/**
 * Tabs with the details of a replay, one shown at a time: the brief of the session; the item at the playhead, or the pinned one; the state
 * of the session at the playhead; the run as a whole. They are beside the list or over it; without room for that, in a sheet that opens
 * when an item is chosen.
 */
export function ReplayDetail(): ReactElement {
  const { t } = useKit(replayWords);
  const id = useId();
  const { tab } = useReplayView();
  const chosen = useReplay((state) => (state.selection ?? state.pinned) !== undefined);
  // A fast replay passes more items than anyone can read, so drawing them is deferred.
  const item = useDeferredValue(useSettledReplay(shownItem));
  return (
    <aside className="ark ark-replay__panel" aria-label={t('replay.details')} data-chosen={chosen ? '' : undefined}>
      <SheetGrip />
      <div className="ark-replay__tabs">
        <Tabs id={id} />
        <Actions item={item} />
      </div>
      <TabPanel key={tab} {...{ id, tab }}>
        <Shown tab={tab} item={item} />
      </TabPanel>
    </aside>
  );
}

interface TabPanelProps {
  id: string;
  tab: DetailTab;
  children: ReactNode;
}

/** What a tab shows, with the words of the search marked. */
function TabPanel({ id, tab, children }: TabPanelProps): ReactElement {
  const panel = useRef<HTMLDivElement>(null);
  useMarkedWords(panel, useFoundHere()?.words);
  return (
    <div
      ref={panel}
      id={`${id}-panel`}
      className="ark-replay__tab-panel"
      role="tabpanel"
      aria-labelledby={`${id}-${tab}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and not all it shows has something to press
      tabIndex={0}
    >
      {children}
    </div>
  );
}

/** Tabs whose figures are those of the whole session. */
const countedTabs: ReadonlySet<DetailTab> = new Set(['files', 'state', 'profile', 'run']);

function Shown({ tab, item }: { tab: DetailTab; item: ReplayItem | undefined }): ReactElement {
  const { t } = useKit(replayWords);
  const { loading } = useReplayView();
  if (loading && countedTabs.has(tab)) return <p className="ark-replay__nothing">{t('replay.loading')}</p>;
  switch (tab) {
    case 'brief':
      return <ReplayBrief />;
    case 'item':
      return <Item item={item} />;
    case 'files':
      return (
        <Suspense fallback={null}>
          <ReplayFiles />
        </Suspense>
      );
    case 'profile':
      return (
        <Suspense fallback={null}>
          <ReplayProfile />
        </Suspense>
      );
    case 'state':
      return <ReplayStateAt />;
    case 'notes':
      return (
        <Suspense fallback={null}>
          <ReplayNotesTab />
        </Suspense>
      );
    case 'run':
      return <ReplayRun />;
  }
}

function Item({ item }: { item: ReplayItem | undefined }): ReactElement {
  const { t } = useKit(replayWords);
  const isPassing = useIsPassing(item?.id);
  if (item === undefined) return <p className="ark-replay__nothing">{t('replay.noSelection')}</p>;
  return (
    <PassingContext.Provider value={isPassing}>
      <ItemDetail item={item} />
    </PassingContext.Provider>
  );
}

/** Scrolls only the bar itself, no page around it. */
function scrollIntoBar(bar: HTMLElement, tab: Element): void {
  const chosen = tab.getBoundingClientRect();
  const { left, right } = bar.getBoundingClientRect();
  if (chosen.left < left) bar.scrollLeft -= left - chosen.left;
  else if (chosen.right > right) bar.scrollLeft += chosen.right - right;
}

/** The tabs have one Tab stop; the arrow keys select the neighbouring tab. */
function Tabs({ id }: { id: string }): ReactElement {
  const { t } = useKit(replayWords);
  const { tab, setTab, notes } = useReplayView();
  const offered = detailTabs.filter((each) => each !== 'notes' || notes !== undefined);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bar = list.current;
    if (bar === null) return undefined;
    const chosen = bar.querySelector(`#${CSS.escape(`${id}-${tab}`)}`);
    // Also when the bar becomes narrower.
    const observer = new ResizeObserver(() => {
      if (chosen !== null) scrollIntoBar(bar, chosen);
    });
    observer.observe(bar);
    return () => observer.disconnect();
  }, [id, tab]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // Keeps the key from stepping the replay.
    event.preventDefault();
    const next = (offered.indexOf(tab) + by + offered.length) % offered.length;
    setTab(offered[next] as DetailTab);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div
      ref={list}
      className="ark-replay__tab-list"
      role="tablist"
      aria-label={t('replay.details')}
      onKeyDown={onKeyDown}
    >
      {offered.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`${id}-${each}`}
          className="ark-replay__tab"
          aria-selected={each === tab}
          aria-controls={`${id}-panel`}
          tabIndex={each === tab ? 0 : -1}
          onClick={() => setTab(each)}
        >
          {t(`replay.tab.${each}`)}
        </button>
      ))}
    </div>
  );
}

/** Leads back to a pinned item from which the playhead moved on; and shows details over the list. */
function Actions({ item }: { item: ReplayItem | undefined }): ReactElement {
  const { t } = useKit(replayWords);
  const select = useSelectItem();
  const { focused, toggleFocused } = useReplayView();
  const id = item?.id;
  const away = useSettledReplay(
    (state) => state.pinned !== undefined && state.pinned === id && state.position.item !== item?.index,
  );
  return (
    <span className="ark-replay__actions">
      {away && id !== undefined ? (
        <ActionButton look="icon" label={t('replay.goToPinned')} icon="playhead" onClick={() => select(id)} />
      ) : null}
      <ActionButton
        look="icon"
        label={t(focused ? 'replay.unfocus' : 'replay.focus')}
        icon={focused ? 'narrow' : 'widen'}
        onClick={toggleFocused}
      />
    </span>
  );
}

function* prepare({ index, position }: ReplayState): Generator<undefined, void> {
  yield* filesSteps(index);
  yield* stateSteps(index);
  stateAt(index, position);
  yield;
}

/** The state of the session at the surrounding replay's playhead. */
function ReplayStateAt(): ReactElement {
  usePreparation(prepare);
  const { t, formatters } = useKit(replayWords);
  const id = useId();
  const index = useReplay((state) => state.index);
  // Deferred, because a fast replay passes many items.
  const position = useDeferredValue(useSettledReplay((state) => state.position));
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

/** Heights of the sheet in pixels; dragged below the least, it closes. */
const leastPx = 160;
const closesBelowPx = 120;
const stepPx = 48;
/** A press that moves less than this is not a drag, in pixels. */
const slackPx = 4;

/** Props for the grip of the sheet. */
interface SheetDragOptions {
  heightPx: number;
  mostPx: () => number;
  onHeight: (px: number) => void;
  onClose: () => void;
}

function yOf({ clientY, currentTarget }: PointerEvent<HTMLElement>): number {
  return clientY / scaleOf(currentTarget);
}

/** Resizes the sheet by its grip, with the pointer or the arrow keys; it closes when dragged far down, or pressed. */
function useSheetDrag({ heightPx, mostPx, onHeight, onClose }: SheetDragOptions): {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
} {
  const drag = useRef<{ readonly y: number; readonly heightPx: number; moved: boolean } | undefined>(undefined);
  const resize = (px: number): void => onHeight(Math.min(mostPx(), Math.max(0, px)));
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { y: yOf(event), heightPx, moved: false };
    },
    onPointerMove(event) {
      const now = drag.current;
      if (now === undefined) return;
      const by = now.y - yOf(event);
      if (Math.abs(by) > slackPx) now.moved = true;
      if (now.moved) resize(now.heightPx + by);
    },
    onPointerUp() {
      const now = drag.current;
      drag.current = undefined;
      if (now === undefined) return;
      if (!now.moved || heightPx < closesBelowPx) {
        onHeight(now.heightPx);
        onClose();
      } else if (heightPx < leastPx) onHeight(leastPx);
    },
    onPointerCancel() {
      if (drag.current !== undefined) onHeight(drag.current.heightPx);
      drag.current = undefined;
    },
    onKeyDown(event) {
      const by = event.key === 'ArrowUp' ? stepPx : event.key === 'ArrowDown' ? -stepPx : 0;
      if (by !== 0) {
        event.preventDefault();
        resize(Math.max(leastPx, heightPx + by));
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        onClose();
      }
    },
  };
}
