'use client';
import type { ReactElement } from 'react';
import { cutText, oneLine } from '../../session/text/lines.ts';
import { joinClasses } from './joinClasses.ts';
import { LogText } from './LogText.tsx';

/** Props of {@link OneLine}. */
export interface OneLineProps {
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
