'use client';
import type { ReactElement } from 'react';
import { countLines } from '../../session/text/lines.ts';
import { LongText } from '../shared/LongText.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ParamValue}. */
export interface ParamValueProps {
  value: unknown;
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

/** A parameter: a text as it is, folded where it is long; anything else as JSON. */
export function ParamValue({ value, brief = false }: ParamValueProps): ReactElement {
  const { t, formatters } = useKit();
  const text = typeof value === 'string' ? value : json(value);
  if (brief) {
    return (
      <span className="ark-detail__brief">
        {t('text.lines', { n: countLines(text) })}
        <span className="ark-detail__quiet">{` \u00b7 ${formatters.bytes(encoder.encode(text).length)}`}</span>
      </span>
    );
  }
  if (text === '') return <span className="ark-detail__quiet">{t('text.empty')}</span>;
  return <LongText text={text} fold={fold} />;
}
