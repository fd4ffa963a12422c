'use client';
import { type ReactElement, useMemo } from 'react';
import { countLines } from '../../session/text/lines.ts';
import { JsonView } from '../shared/code/JsonView.tsx';
import { isJsonParent, readJsonParent } from '../shared/code/jsonRows.ts';
import { LongText } from '../shared/LongText.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ParamValue}. */
export interface ParamValueProps {
  value: unknown;
  /** Its name, to assistive technology. */
  label: string;
  /** Only how much it is, because it is shown elsewhere. @default false */
  brief?: boolean;
}

const fold = { head: 8, tail: 3 };
const encoder = new TextEncoder();

/** What JSON fits on a line stays on it. */
const shortJson = 60;

function json(value: unknown): string {
  const short = JSON.stringify(value) ?? String(value);
  return short.length <= shortJson ? short : JSON.stringify(value, null, 2);
}

/** A parameter: a text as it is, folded where it is long; an object or a list, also one that is written as a text, as a tree. */
export function ParamValue({ value, label, brief = false }: ParamValueProps): ReactElement {
  const { t, formatters } = useKit();
  const text = typeof value === 'string' ? value : json(value);
  const parent = useMemo(
    () => (typeof value === 'string' ? readJsonParent(value) : isJsonParent(value) ? value : undefined),
    [value],
  );
  if (brief) {
    return (
      <span className="ark-detail__brief">
        {t('text.lines', { n: countLines(text) })}
        <span className="ark-detail__quiet">{` \u00b7 ${formatters.bytes(encoder.encode(text).length)}`}</span>
      </span>
    );
  }
  if (text === '') return <span className="ark-detail__quiet">{t('text.empty')}</span>;
  const plain = <LongText text={text} fold={fold} />;
  if (parent === undefined || text.length <= shortJson) return plain;
  return (
    <JsonView value={parent} label={label}>
      {plain}
    </JsonView>
  );
}
