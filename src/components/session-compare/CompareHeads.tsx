'use client';
import type { ReactElement } from 'react';
import type { CompareSide } from '../../replay/index.ts';
import { compareWords } from '../language/english/compare.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import { GridPart } from './GridPart.tsx';
import { SideBadge } from './SideBadge.tsx';

/** Props of {@link CompareHeads}. */
export interface CompareHeadsProps {
  titles: { readonly left: string; readonly right: string };
  /** The side that has the keys of a replay. */
  side: CompareSide;
  onSide: (side: CompareSide) => void;
}

/** The heads of both columns; pressed is the one that keys and transport act on. */
export function CompareHeads({ titles, side, onSide }: CompareHeadsProps): ReactElement {
  const { t } = useKit(compareWords);
  const head = (which: CompareSide): ReactElement => (
    <GridPart role="columnheader" className="ark-compare__head" data-side={which}>
      <button
        type="button"
        className="ark-compare__side"
        aria-pressed={side === which}
        title={t('compare.act', { side: t(`compare.side.${which}`) })}
        onClick={() => onSide(which)}
      >
        <SideBadge side={which} /> <OneLine text={titles[which]} />
      </button>
    </GridPart>
  );
  return (
    <GridPart role="rowgroup">
      <GridPart role="row" className="ark-compare__heads" aria-rowindex={1}>
        {head('left')}
        <GridPart role="columnheader" className="ark-compare__mark">
          <span className="ark-unseen">{t('compare.changeWords')}</span>
        </GridPart>
        {head('right')}
      </GridPart>
    </GridPart>
  );
}
