'use client';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {
  alignSessions,
  type CompareSide,
  type Comparison,
  linkReplays,
  type Replay,
  type SessionIndex,
} from '../../replay/index.ts';
import { isOf, keepAligned } from '../../replay/internal.ts';
import { ReplayContext, useOwnReplay } from '../../replay/react/index.ts';
import type { ContentRef, Session } from '../../session/index.ts';
import { useWidth } from '../hooks/useSize.ts';
import { compareWords } from '../language/english/compare.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { type KeysScope, usePageKeys } from '../shared/usePageKeys.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { plainText } from '../timeline/speech.ts';
import { TransportBar } from '../transport-bar/TransportBar.tsx';
import { CompareDetail } from './CompareDetail.tsx';
import { CompareGrid } from './CompareGrid.tsx';
import { CompareFigures, CompareTools } from './CompareHead.tsx';
import { SideBadge } from './CompareRow.tsx';
import { useCompareKeys } from './useCompareKeys.ts';
import {
  type CompareLayout,
  type CompareRows,
  markName,
  markOf,
  shownRows,
  useCompareRows,
  useReplayState,
} from './useCompareRows.ts';

/** Props of {@link SessionCompare}. */
export interface SessionCompareProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** The session on the left, A: a session, or a replay of one that the host owns. */
  left: CompareSource;
  /** The session on the right, B. */
  right: CompareSource;
  /** Which rows are shown at first; the reader may change it. @default 'everything' @selector [data-only] */
  defaultOnly?: 'everything' | 'differences';
  /** Whether moving one clock moves the other at first; the reader may change it. @default 'linked' */
  defaultClocks?: 'linked' | 'free';
  /** More controls at the end of the toolbar, such as a theme switch. */
  actions?: ReactNode;
  /** Where the full text behind a shortened one can be fetched, by side; nothing is fetched unless the reader asks. */
  contentUrl?: { readonly [side in CompareSide]?: ((content: ContentRef) => string | undefined) | undefined };
  /**
   * Where the keys of the comparison work: only while it has the focus (`focus`); also while nothing on the page has it and the comparison
   * fills at least half the height of the window (`auto`); or anywhere on the page unless something else uses the key (`page`).
   * @default 'auto'
   */
  keys?: KeysScope | undefined;
}

/** Sessions with at most this many items together are compared synchronously, which takes some milliseconds and also works on a server. */
const mostAtOnce = 1000;

/**
 * Compares two sessions; undefined while larger ones are being compared in slices. When sessions grow, the last comparison stays until the
 * new one is ready.
 */
function useComparison(left: SessionIndex, right: SessionIndex): Comparison | undefined {
  const [held, setHeld] = useState<Comparison>();
  const [aligning] = useState(() =>
    keepAligned((comparison) => {
      // Computed here, before rendering, so that it is a task of its own.
      shownRows(comparison.rows);
      setHeld(comparison);
    }),
  );
  const atOnce = left.items.length + right.items.length <= mostAtOnce ? alignSessions(left, right) : undefined;
  useEffect(() => {
    if (atOnce === undefined) aligning.align(left, right);
    else setHeld(atOnce);
  }, [aligning, left, right, atOnce]);
  useEffect(() => () => aligning.end(), [aligning]);
  if (atOnce !== undefined) return atOnce;
  return held !== undefined && isOf(held.indexes, { left, right }) ? held : undefined;
}

interface CompareFrameProps
  extends Pick<SessionCompareProps, 'defaultOnly' | 'defaultClocks' | 'contentUrl' | 'actions' | 'keys'>,
    Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  left: Replay;
  right: Replay;
}

/** Width below which both sides share one column, in pixels; the style sheet repeats it. */
const stackedBelowPx = 720;

/** Lays out the parts of a comparison, and handles the keys that work anywhere in it. */
const CompareFrame = forwardRef<HTMLElement, CompareFrameProps>(function CompareFrame(
  {
    left,
    right,
    defaultOnly = 'everything',
    defaultClocks = 'linked',
    contentUrl,
    actions,
    keys = 'auto',
    className,
    ...rest
  },
  ref,
) {
  const kit = useKit(compareWords);
  const { t } = kit;
  const indexes = { left: useReplayState(left, 'index'), right: useReplayState(right, 'index') };
  const comparison = useComparison(indexes.left, indexes.right);
  const titles = useMasked(
    useMemo(
      () => ({ left: indexes.left.session.task_title, right: indexes.right.session.task_title }),
      [indexes.left, indexes.right],
    ),
  );
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const layout = (useWidth(frame) ?? stackedBelowPx) < stackedBelowPx ? 'stacked' : 'columns';
  const [only, setOnly] = useState(defaultOnly);
  const [clocks, setClocks] = useState(defaultClocks);
  const [side, setSide] = useState<CompareSide>('left');
  const rows = useCompareRows(comparison, layout, only);
  const { lines, differences, active, selected, setActive, setSelected } = rows;
  const [helpOpen, setHelpOpen] = useState(false);

  useEffect(
    () => (clocks === 'linked' && comparison !== undefined ? linkReplays(left, right, comparison) : undefined),
    [clocks, left, right, comparison],
  );

  const chosen = selected === undefined ? undefined : comparison?.rows[selected];
  const replays = { left, right };
  const goTo = (row: number): void => goToRow(replays, comparison?.rows[row]);
  const toggleOnly = (): void => setOnly(only === 'differences' ? 'everything' : 'differences');
  const toggleClocks = (): void => setClocks(clocks === 'linked' ? 'free' : 'linked');
  const onKeyDown = useCompareKeys({
    replay: replays[side],
    onJump: (by) => jumpBy(rows, by, true),
    onOnly: toggleOnly,
    onClocks: toggleClocks,
    onSide: () => setSide(side === 'left' ? 'right' : 'left'),
    onHelp: () => setHelpOpen(!helpOpen),
    onClose: chosen === undefined ? undefined : () => closeDetail(rows),
  });
  usePageKeys(frame, keys);
  const label = t('compare.label', { left: plainText(kit, titles.left), right: plainText(kit, titles.right) });
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-compare', className)}
      aria-label={label}
      data-layout={layout}
      data-only={only}
      data-state={comparison === undefined ? 'comparing' : 'compared'}
      {...rest}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press anywhere gives it the focus, and with it the comparison its keys */}
      <div ref={setFrame} className="ark-compare__frame" tabIndex={-1} onKeyDown={onKeyDown}>
        <CompareFigures comparison={comparison} titles={titles} />
        <CompareTools
          counts={comparison === undefined ? undefined : lines.counts}
          differences={differences.length}
          at={differenceAt(differences, active)}
          only={only === 'differences'}
          linked={clocks === 'linked'}
          onJump={(by) => jumpBy(rows, by, false)}
          onOnly={toggleOnly}
          onLinked={toggleClocks}
          actions={actions}
        />
        <CompareGrid
          {...{ comparison, lines, replays, titles, layout, side, active, selected, jump: rows.jump }}
          onSide={setSide}
          onActive={setActive}
          onSelect={setSelected}
          onGoTo={goTo}
        />
        {chosen === undefined || selected === undefined ? null : (
          <CompareDetail
            key={markName(markOf(chosen))}
            {...{ row: chosen, replays, contentUrl, layout }}
            onGoTo={() => goTo(selected)}
            onClose={() => closeDetail(rows)}
          />
        )}
        <CompareTransports {...{ replays, layout, side, helpOpen }} onSide={setSide} onHelp={setHelpOpen} />
      </div>
    </section>
  );
});

/** Lets each side go to what it has in a row. */
function goToRow(replays: Readonly<Record<CompareSide, Replay>>, row: Comparison['rows'][number] | undefined): void {
  for (const side of ['left', 'right'] as const) {
    const item = row?.[side];
    // Its position has changed if the session has grown.
    const now = item === undefined ? undefined : replays[side].getState().index.itemById(item.id);
    if (now !== undefined) replays[side].seekToItem(now.index);
  }
}

function jumpBy({ differences, active, selected, ...rows }: CompareRows, by: 1 | -1, focus: boolean): void {
  const row = stepDifference(differences, active, by);
  if (row === undefined) return;
  rows.setActive(row);
  rows.setJump({ row, focus });
  // If details are open, they move along to the new row.
  if (selected !== undefined) rows.setSelected(row);
}

function closeDetail({ active, setSelected, setJump }: CompareRows): void {
  setSelected(undefined);
  setJump({ row: active, focus: true });
}

/** 1-based position of a row among the differences; 0 if it is none. */
export function differenceAt(differences: readonly number[], row: number): number {
  return differences.indexOf(row) + 1;
}

/** The next or previous difference, wrapping around at both ends. Undefined if there is none. */
export function stepDifference(differences: readonly number[], row: number, by: 1 | -1): number | undefined {
  return by === 1
    ? (differences.find((each) => each > row) ?? differences[0])
    : (differences.findLast((each) => each < row) ?? differences.at(-1));
}

interface CompareTransportsProps {
  replays: Readonly<Record<CompareSide, Replay>>;
  layout: CompareLayout;
  side: CompareSide;
  /** Whether the panel of keys is shown, on the side that receives replay keys. */
  helpOpen: boolean;
  onSide: (side: CompareSide) => void;
  onHelp: (open: boolean) => void;
}

/** A transport bar below each column; with one column, that of the side that receives replay keys. */
function CompareTransports({ replays, layout, side, helpOpen, onSide, onHelp }: CompareTransportsProps): ReactElement {
  const { t } = useKit(compareWords);
  const sides: readonly CompareSide[] = layout === 'stacked' ? [side] : ['left', 'right'];
  return (
    <div className="ark-compare__transports">
      {sides.map((which) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: where the focus is decides which side has the keys
        <div key={which} className="ark-compare__transport" data-side={which} onFocus={() => onSide(which)}>
          <SideBadge side={which} />
          <ReplayContext.Provider value={replays[which]}>
            <TransportBar
              aria-label={t('compare.transport', { side: t(`compare.side.${which}`) })}
              open={helpOpen && which === side}
              onOpenChange={onHelp}
              keysOf="comparison"
            />
          </ReplayContext.Provider>
        </div>
      ))}
    </div>
  );
}

/**
 * When to use it: to judge two runs of a task against each other: two models, two prompts, before and after.
 *
 * Shows two sessions side by side, aligned by tool and file: what differs, marked by shape and word; their totals; going from difference to
 * difference; the details of a pair with a diff of its input and output; two clocks, linked or free. Sessions may have any number of calls:
 * only visible rows are drawn, and more than a thousand items are compared in slices, while the page stays responsive
 * (`[data-state="comparing"]`); give it replays made by `useSlicedReplay` then. It fills its container; if that is narrow, both sides share
 * one column.
 */
export const SessionCompare = forwardRef<HTMLElement, SessionCompareProps>(function SessionCompare(
  { left, right, ...frame },
  ref,
) {
  return (
    <SideReplay source={left}>
      {(one) => (
        <SideReplay source={right}>
          {(other) => <CompareFrame ref={ref} left={one} right={other} {...frame} />}
        </SideReplay>
      )}
    </SideReplay>
  );
});

/** A session to compare, or a replay of one that the host owns. */
export type CompareSource = Session | Replay;

interface SideReplayProps {
  source: CompareSource;
  /** Draws the view of the replay. */
  children: (replay: Replay) => ReactElement;
}

/**
 * The replay of one side: the host's own, or one made for its session. It starts at the end of the session, so that everything can be
 * compared.
 */
function SideReplay({ source, children }: SideReplayProps): ReactElement {
  if (isReplay(source)) return children(source);
  return (
    <OwnReplay key={source.session_id} session={source}>
      {children}
    </OwnReplay>
  );
}

function OwnReplay({ session, children }: { session: Session; children: SideReplayProps['children'] }): ReactElement {
  return children(useOwnReplay(session, { at: 'end', rate: 4 }));
}

// A session comes from JSON, which cannot hold a function, whatever a log contains.
function isReplay(source: CompareSource): source is Replay {
  return 'getState' in source && typeof source.getState === 'function';
}
