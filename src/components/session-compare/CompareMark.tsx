'use client';
import type { ReactElement } from 'react';
import type { ComparedRow, RowKind } from '../../replay/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { compareWords } from '../language/english/compare.ts';
import { useKit } from '../theme/useKit.ts';

const icons: Readonly<Record<RowKind, IconName>> = {
  same: 'compareSame',
  changed: 'compareChanged',
  'only-left': 'compareLeft',
  'only-right': 'compareRight',
};

/** The sign for a kind of row. It is a shape, so that kinds can be distinguished without colour. */
export function CompareSign({ kind }: { kind: RowKind }): ReactElement {
  return (
    <span className="ark-compare__sign" data-is={kind}>
      <Icon name={icons[kind]} />
    </span>
  );
}

/** Props of {@link CompareMark}. */
export interface CompareMarkProps {
  row: ComparedRow;
}

/** What differs in a row, between its two sides: a shape, and words. Durations are left out, because they differ in any two runs. */
export function CompareMark({ row }: CompareMarkProps): ReactElement {
  const { t } = useKit(compareWords);
  const differences = row.differs.filter((each) => each !== 'duration').map((each) => t(`compare.differs.${each}`));
  const words = differences.join(t('listSeparator'));
  return (
    <>
      <CompareSign kind={row.is} />
      <span className="ark-unseen">{t(`compare.is.${row.is}`)} </span>
      {words === '' ? null : (
        <span className="ark-compare__words" title={words}>
          {words}
        </span>
      )}
    </>
  );
}
