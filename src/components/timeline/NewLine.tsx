import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { useKit } from '../theme/useKit.ts';
import type { SettledKit } from '../theme/useMasked.tsx';

/** What is new in a list, and how long ago the reader saw the rest, in milliseconds. */
export interface NewRows {
  /** Position in `SessionIndex.items` of the last item that the reader has seen; those after it are new. */
  readonly after: number;
  readonly count: number;
  readonly agoMs: number;
}

/** How much is new since the reader looked, and how long ago that was, in words. */
export function newWords(
  { t }: Pick<SettledKit<typeof phasesWords>, 't'>,
  { count, agoMs }: Omit<NewRows, 'after'>,
): [what: string, ago: string] {
  return [t('timeline.new', { n: count }), agoWords(t, agoMs / 1000)];
}

function agoWords(t: SettledKit<typeof phasesWords>['t'], seconds: number): string {
  if (seconds < 10) return t('timeline.ago.now');
  if (seconds < 60) return t('timeline.ago.seconds', { n: Math.floor(seconds / 10) * 10 });
  if (seconds < 3600) return t('timeline.ago.minutes', { n: Math.floor(seconds / 60) });
  if (seconds < 86_400) return t('timeline.ago.hours', { n: Math.floor(seconds / 3600) });
  return t('timeline.ago.days', { n: Math.floor(seconds / 86_400) });
}

/** The line between the rows that the reader has seen and those that came since. */
export function NewLine({ news }: { news: NewRows }): ReactElement {
  const kit = useKit(phasesWords);
  const [what, ago] = newWords(kit, news);
  return (
    <div className="ark-timeline__new">
      <span className="ark-figures">{what}</span> <span className="ark-timeline__new-ago ark-figures">{ago}</span>
    </div>
  );
}

interface NewPillProps {
  news: NewRows;
  /** Where it leads: to the line, which is above or below, or past it to the end of the list. */
  to: 'above' | 'below' | 'end';
  onGo: () => void;
}

/** Says how much is new out of sight; pressing it scrolls there. */
export function NewPill({ news, to, onGo }: NewPillProps): ReactElement {
  const kit = useKit(phasesWords);
  const [what, ago] = newWords(kit, news);
  const { t } = kit;
  return (
    <button
      type="button"
      className="ark-timeline__pill"
      data-to={to}
      title={`${what}${t('listSeparator')}${ago}`}
      aria-keyshortcuts="U"
      onClick={onGo}
    >
      <Icon name={to === 'above' ? 'chevronUp' : 'chevronDown'} size={14} />
      <span className="ark-figures">
        {to === 'end' ? t('timeline.toEnd') : t('timeline.newShort', { n: news.count })}
      </span>
    </button>
  );
}
