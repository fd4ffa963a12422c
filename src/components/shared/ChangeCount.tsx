import type { ReactElement } from 'react';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ChangeCount}. */
export interface ChangeCountProps {
  added: number;
  removed: number;
  /** Whether more lines were removed, of which the log does not say how many. @default false */
  moreRemoved?: boolean;
}

/** Lines added and removed: `+12 −3`; `+12 −?` where nobody knows how many were removed. */
export function ChangeCount({ added, removed, moreRemoved = false }: ChangeCountProps): ReactElement {
  const { t, formatters } = useKit();
  const more = removed === 0 ? '\u2212?' : `${formatters.change(removed, '-')}+?`;
  const words = t(moreRemoved ? 'change.linesMore' : 'change.lines', { n: added, removed });
  return (
    <span className="ark-change-count ark-figures" title={moreRemoved ? words : undefined}>
      <span aria-hidden="true" className="ark-change-count__added" data-zero={added === 0 ? '' : undefined}>
        {formatters.change(added, '+')}
      </span>
      <span aria-hidden="true" className="ark-change-count__removed" data-zero={removed === 0 ? '' : undefined}>
        {moreRemoved ? more : formatters.change(removed, '-')}
      </span>
      <span className="ark-unseen">{words}</span>
    </span>
  );
}
