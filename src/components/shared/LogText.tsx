'use client';
import type { ReactElement } from 'react';
import { coverRule } from '../masking/cover.ts';
import { useKit } from '../theme/useKit.ts';
import { inPlace } from './inPlace.ts';
import { Tag } from './Tag.tsx';
import { type TextPart, textParts } from './text/textParts.ts';

/** Props of {@link LogText}. */
export interface LogTextProps {
  /** Any text from a log, with escape sequences already removed. */
  text: string;
}

/**
 * A text from a log. Masked secrets become chips, text that is still to be searched for secrets becomes a block, and characters that hide
 * or reorder others become visible.
 */
export function LogText({ text }: LogTextProps): ReactElement {
  const { t } = useKit();
  const draw = (part: TextPart): ReactElement | string => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'mask':
        return part.rule === coverRule ? (
          <Tag look="covered">
            <span className="ark-unseen">{t('text.covered')}</span>
          </Tag>
        ) : (
          <Tag look="masked" title={t('text.masked', { rule: part.rule })}>
            {part.rule.replaceAll(/[-_]/g, ' ')}
          </Tag>
        );
      case 'hidden':
        return (
          <span className="ark-hidden-character" title={t('text.hiddenCharacter', { code: part.code })}>
            {part.code}
          </span>
        );
    }
  };
  return <>{inPlace(textParts(text), draw)}</>;
}
