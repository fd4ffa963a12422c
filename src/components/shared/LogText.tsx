import type { ReactElement } from 'react';
import { cutText, oneLine } from '../../session/text/lines.ts';
import { coverRule, findRedactionMarkers } from '../masking/masking.ts';
import { useKit } from '../theme/useKit.ts';
import { inPlace } from './inPlace.ts';
import { joinClasses } from './joinClasses.ts';
import { Tag } from './Tag.tsx';

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

/** A piece of a text from a log, as it is drawn. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A masked secret; `rule` names its kind. */
  | { readonly kind: 'mask'; readonly rule: string }
  /** A character that is invisible or would reorder visible ones; `code` is as in `U+202E`. */
  | { readonly kind: 'hidden'; readonly code: string };

const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

function* visibleParts(text: string): Generator<TextPart> {
  let from = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (index > from) yield { kind: 'text', text: text.slice(from, index) };
    yield { kind: 'hidden', code: hiddenCharacter(character) };
    from = index + character.length;
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from) };
}

/**
 * Splits a text into what may be drawn as it is, what was masked, and what must be made visible: control characters, bidirectional
 * overrides, zero-width and tag characters. Tabs and line feeds stay text.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { start, end, rule } of findRedactionMarkers(text)) {
    for (const part of visibleParts(text.slice(from, start))) parts.push(part);
    parts.push({ kind: 'mask', rule });
    from = end;
  }
  for (const part of visibleParts(text.slice(from))) parts.push(part);
  return parts;
}

/** Names a character by its code point: `U+202E`. */
export function hiddenCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text from a log for where nothing but text can stand, such as a tooltip or an option: hidden characters are named in it. */
export function plainLogText(text: string): string {
  return text.replaceAll(hidden, hiddenCharacter);
}

interface OneLineProps {
  text: string;
  /**
   * The font of the interface, or the fixed-width one for paths, commands and code.
   * @default 'sans'
   */
  face?: 'sans' | 'mono';
  className?: string;
  /** @default inherited */
  translate?: 'no';
}

/** Maximum number of characters read for a row. */
const longest = 4000;

/** A text from a log on one line, cut with an ellipsis if it does not fit. It cannot reorder the text around it. */
export function OneLine({ text, face = 'sans', className, translate }: OneLineProps): ReactElement {
  return (
    <bdi
      className={joinClasses('ark-one-line', face === 'mono' ? 'ark-mono' : undefined, className)}
      translate={translate}
    >
      <LogText text={oneLine(cutText(text, longest))} />
    </bdi>
  );
}
