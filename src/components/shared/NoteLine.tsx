'use client';
import type { ReactElement, ReactNode } from 'react';
import { Disclosure } from './Disclosure.tsx';
import { joinClasses } from './joinClasses.ts';
import { OneLine } from './OneLine.tsx';

/** Props of {@link NoteLine}. */
export interface NoteLineProps {
  /** Kind of the note. */
  title: ReactNode;
  /** The start of its text. */
  text?: string | undefined;
  /** Drawn after the text. */
  children?: ReactNode;
  /** What fills the rest of the line. @default 'line' @selector [data-fill] */
  fill?: 'line' | 'hatch';
  open?: boolean;
  /** Called when the line is pressed; with it, the line is a button that unfolds what is below. */
  onToggle?: (() => void) | undefined;
  /** Id of the element it unfolds. */
  controls?: string;
}

/** The single quiet line of a note: its kind, the start of its text, and a rule to the right edge. */
export function NoteLine({
  title,
  text,
  children,
  fill = 'line',
  open,
  onToggle,
  controls,
}: NoteLineProps): ReactElement {
  const words = (
    <>
      <span className="ark-note__title">{title}</span>{' '}
      {text === undefined || text === '' ? null : (
        <span className="ark-note__text">
          <OneLine text={text} />
        </span>
      )}
      {children}
    </>
  );
  return (
    <div className="ark-note">
      {onToggle === undefined ? (
        words
      ) : (
        <Disclosure
          className="ark-line-button ark-row__button ark-note__button"
          chevron={{ at: 'end', size: 12 }}
          {...{ open: open === true, onToggle, controls }}
        >
          {words}
        </Disclosure>
      )}
      <span className={joinClasses('ark-note__fill', fill === 'hatch' ? 'ark-hatch' : undefined)} data-fill={fill} />
    </div>
  );
}
