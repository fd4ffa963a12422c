import { type CSSProperties, type ReactElement, useMemo } from 'react';
import type { ReplayItem, SearchExcerpt } from '../../replay/index.ts';
import { clippedLines, countLines } from '../../session/text/lines.ts';
import { searchWords } from '../language/english/search.ts';
import { isAside, isTask } from '../message-card/MessageCard.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import { FoundText } from '../shared/FoundMarks.tsx';
import type { ItemPlace } from '../shared/itemPlace.ts';
import { useKit } from '../theme/useKit.ts';
import type { TimelineRows } from './timelineRows.ts';

/** Height of the line in pixels, with what is below it; the style sheet has it too. */
export const foundLinePx = 24;

/** Whether a row is that of a call which was itself found. */
export function mayShowFound(rows: TimelineRows, row: number): boolean {
  return rows.kind(row) === 'item' && !rows.isParent(row) && rows.index.items[rows.ref(row)]?.is === 'call';
}

/** Whether the row itself shows what was found: the text of a message, or the beginning of what a call was given. */
function rowShows(item: ReplayItem, { kind, hits, text, cutBefore }: SearchExcerpt, open: boolean, place: ItemPlace) {
  if (item.is === 'call') {
    const argument = callArgument(item.call);
    const [hit] = hits;
    if (kind !== 'input' || cutBefore || hit === undefined || argument.kind === 'none') return false;
    const shown = argument.kind === 'path' ? argument.path : argument.text;
    return shown.startsWith(text.slice(0, hit.to));
  }
  const { event } = item;
  if (event.type !== 'message') return open;
  const folds = isAside(event) || isTask(event, place.depth ?? 0, place.scope);
  return (open || !folds) && countLines(event.text) <= clippedLines.from;
}

/** Props of {@link FoundLine}. */
export interface FoundLineProps {
  item: ReplayItem;
  /** Whether the row is unfolded. */
  open: boolean;
  place: ItemPlace;
  excerptAt: (item: number) => SearchExcerpt | undefined;
}

/** Under a row, where a search found something in it; nothing where the row shows that, or no words were searched for. */
export function FoundLine({ item, open, place, excerptAt }: FoundLineProps): ReactElement | null {
  const { t } = useKit(searchWords);
  const excerpt = useMemo(() => excerptAt(item.index), [excerptAt, item]);
  if (excerpt === undefined || excerpt.hits.length === 0 || rowShows(item, excerpt, open, place)) return null;
  const { depth = 0, selected } = place;
  const isPart = excerpt.kind === 'input' || excerpt.kind === 'output';
  return (
    <div
      className="ark ark-row ark-timeline__found"
      style={depth > 0 ? ({ '--ark-depth': depth } as CSSProperties) : undefined}
      data-depth={depth > 0 ? depth : undefined}
      data-selected={selected === true ? '' : undefined}
    >
      <div className="ark-row__below">
        <div className="ark-timeline__found-text" data-face={item.is === 'call' ? 'mono' : undefined}>
          {isPart ? <span className="ark-timeline__found-part">{t(`search.in.${excerpt.kind}`)}</span> : null}
          <FoundText excerpt={excerpt} />
        </div>
      </div>
    </div>
  );
}
