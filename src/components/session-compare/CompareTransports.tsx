'use client';
import type { ReactElement } from 'react';
import type { CompareSide, Replay } from '../../replay/index.ts';
import { ReplayContext } from '../../replay/react/index.ts';
import { compareWords } from '../language/english/compare.ts';
import { useKit } from '../theme/useKit.ts';
import { TransportBar } from '../transport-bar/TransportBar.tsx';
import type { CompareLayout } from './compareLines.ts';
import { SideBadge } from './SideBadge.tsx';

/** Props of {@link CompareTransports}. */
export interface CompareTransportsProps {
  replays: Readonly<Record<CompareSide, Replay>>;
  layout: CompareLayout;
  side: CompareSide;
  /** Whether the panel of keys is shown, on the side that has them. */
  helpOpen: boolean;
  onSide: (side: CompareSide) => void;
  onHelp: (open: boolean) => void;
}

/** A transport below each column; in one column that of the side that has the keys. */
export function CompareTransports({
  replays,
  layout,
  side,
  helpOpen,
  onSide,
  onHelp,
}: CompareTransportsProps): ReactElement {
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
