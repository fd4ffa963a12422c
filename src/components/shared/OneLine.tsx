'use client';
import type { ReactElement } from 'react';
import { cutText, oneLine } from '../../session/text/lines.ts';
import { joinClasses } from './joinClasses.ts';
import { LogText } from './LogText.tsx';

/** Props of {@link OneLine}. */
export interface OneLineProps {
  text: string;
  /**
   * The interface's face, or the fixed-width one of paths, commands and code.
   * @default 'sans'
   */
  face?: 'sans' | 'mono';
  className?: string;
  /** @default as around it */
  translate?: 'no';
}

/** More than a row is ever made from. */
const longest = 4000;

/** A text from a log on one line, cut with an ellipsis where room ends. It cannot reorder what stands around it. */
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
