import { type ReactElement, useMemo } from 'react';
import type { ComparedRow, CompareSide, Replay, ReplayItem } from '../../replay/index.ts';
import { canonicalJson, replayedAt } from '../../replay/internal.ts';
import { ReplayContext } from '../../replay/react/index.ts';
import { printedText } from '../../session/facts/callTexts.ts';
import { eventText } from '../../session/facts/eventText.ts';
import type { SessionEvent, ToolCall } from '../../session/index.ts';
import { DiffView } from '../diff-view/DiffView.tsx';
import { compareWords } from '../language/english/compare.ts';
import { detailWords } from '../language/english/detail.ts';
import { EventDetail } from '../session-replay/EventDetail.tsx';
import { sessionScope } from '../session-replay/ReplayViewContext.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import { ToolCallDetail } from '../tool-call-detail/ToolCallDetail.tsx';
import { CompareMark, SideBadge } from './CompareRow.tsx';
import { type CompareLayout, useReplayState } from './useCompareRows.ts';

const ownWords = { ...compareWords, ...detailWords };

interface CompareDetailProps {
  row: ComparedRow;
  replays: Readonly<Record<CompareSide, Replay>>;
  contentUrl: { readonly left?: ItemScope['contentUrl']; readonly right?: ItemScope['contentUrl'] } | undefined;
  layout: CompareLayout;
  onGoTo: () => void;
  onClose: () => void;
}

/** Details of a row: a diff of its texts where they differ, then the details of each side. */
export function CompareDetail({ row, replays, contentUrl, layout, onGoTo, onClose }: CompareDetailProps): ReactElement {
  const { t } = useKit(ownWords);
  const { left, right } = row;
  return (
    <aside className="ark-compare__details" aria-label={t('compare.details')}>
      <header className="ark-compare__details-head">
        <h2 className="ark-compare__details-title">
          <CompareMark row={row} />
          <span className="ark-compare__is" aria-hidden="true">
            {t(`compare.is.${row.is}`)}
          </span>
        </h2>
        <ActionButton
          look={layout === 'stacked' ? 'icon' : 'text'}
          icon="playhead"
          label={t('compare.goTo')}
          onClick={onGoTo}
        />
        <ActionButton
          look="icon"
          icon="close"
          label={t('compare.close')}
          aria-keyshortcuts="Escape"
          onClick={onClose}
        />
      </header>
      <div className="ark-compare__details-body">
        {left === undefined || right === undefined ? null : <PairDiffs {...{ left, right, layout }} />}
        <div className="ark-compare__sides">
          {left === undefined ? null : (
            <SideDetail side="left" item={left} replay={replays.left} contentUrl={contentUrl?.left} />
          )}
          {right === undefined ? null : (
            <SideDetail side="right" item={right} replay={replays.right} contentUrl={contentUrl?.right} />
          )}
        </div>
      </div>
    </aside>
  );
}

interface PairDiffsProps {
  left: ReplayItem;
  right: ReplayItem;
  layout: CompareLayout;
}

function PairDiffs({ left, right, layout }: PairDiffsProps): ReactElement {
  const { t } = useKit(ownWords);
  const [before, after] = useMemo(() => [itemTexts(left), itemTexts(right)], [left, right]);
  const input = useMemo(() => ({ before: before.input, after: after.input }), [before, after]);
  const output = useMemo(() => ({ before: before.output, after: after.output }), [before, after]);
  const diffLayout = layout === 'columns' ? 'split' : 'unified';
  const inputTitle = t(left.is === 'call' ? 'detail.input' : 'detail.text');
  return (
    <>
      {before.input === after.input ? null : (
        <Section name="compared-input" level={3} title={inputTitle}>
          <DiffView source={input} defaultLayout={diffLayout} />
        </Section>
      )}
      {before.output === after.output ? null : (
        <Section name="compared-output" level={3} title={t('detail.output')}>
          <DiffView source={output} defaultLayout={diffLayout} />
        </Section>
      )}
    </>
  );
}

interface SideDetailProps {
  side: CompareSide;
  item: ReplayItem;
  replay: Replay;
  contentUrl: ItemScope['contentUrl'];
}

function SideDetail({ side, item, replay, contentUrl }: SideDetailProps): ReactElement {
  const { t } = useKit(ownWords);
  const index = useReplayState(replay, 'index');
  const scope = useMemo(() => ({ ...sessionScope(index), contentUrl }), [index, contentUrl]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      className="ark-compare__detail"
      data-side={side}
      aria-label={t('compare.detailsOf', { side: t(`compare.side.${side}`) })}
    >
      <div className="ark-compare__detail-head">
        <SideBadge side={side} />
      </div>
      <ReplayContext.Provider value={replay}>
        {item.is === 'event' ? (
          <EventDetail item={item} replayedAt={replayedAt(index, item)} scope={scope} headingLevel={3} />
        ) : (
          <ToolCallDetail call={item.call} replayedAt={replayedAt(index, item)} scope={scope} headingLevel={3} />
        )}
      </ReplayContext.Provider>
    </div>
  );
}

/** The texts of an item that can be compared line by line. */
interface ItemTexts {
  /** A call's input, or an event's text. */
  readonly input: string;
  /** A call's output; absent for an event. */
  readonly output: string;
}

/** Returns the texts of an item. */
export function itemTexts(item: ReplayItem): ItemTexts {
  if (item.is === 'event') return { input: textOfEvent(item.event), output: '' };
  return { input: inputText(item.call), output: printedText(item.call) };
}

/** Writes one parameter per line; a text of several lines follows its name unchanged, so that it can be compared by line. */
function inputText({ input }: ToolCall): string {
  return Object.entries(input.params)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : canonicalJson(value, undefined);
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
    })
    .join('\n');
}

function textOfEvent(event: SessionEvent): string {
  switch (event.type) {
    case 'plan':
      return event.items.map(({ text, status }) => `${status}: ${text}`).join('\n');
    case 'usage':
      return canonicalJson(event.usage, undefined);
    case 'unknown':
      return canonicalJson(event.raw, undefined);
    default:
      return eventText(event);
  }
}
