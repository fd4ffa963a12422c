'use client';
import type { ReactElement } from 'react';
import type { OutputExcerpt } from '../shared/call/outputExcerpt.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { cutText } from '../shared/text/cutText.ts';
import { isErrorLine } from '../shared/text/isErrorLine.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link Excerpt}. */
export interface ExcerptProps {
  excerpt: OutputExcerpt;
}

/** Longer than any row is wide. */
const longestLine = 400;

/** The last lines that a failed command printed. */
export function Excerpt({ excerpt: { more, lines } }: ExcerptProps): ReactElement {
  const { t } = useKit();
  return (
    <div className="ark-call__excerpt">
      {more > 0 ? <span className="ark-call__above">{t('text.otherLines', { n: more })}</span> : null}
      {inPlace(lines, (line) => (
        <span className="ark-call__output" data-error={isErrorLine(line) ? '' : undefined}>
          <bdi className="ark-one-line ark-mono">
            <LogText text={cutText(line, longestLine)} />
          </bdi>
        </span>
      ))}
    </div>
  );
}
