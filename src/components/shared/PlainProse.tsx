'use client';
import type { ReactElement } from 'react';
import { inPlace } from './inPlace.ts';
import { LogText } from './LogText.tsx';
import { stripAnsi } from './text/stripAnsi.ts';

/** Props of {@link PlainProse}. */
export interface PlainProseProps {
  text: string;
}

/** A text in paragraphs, as it was written: what is drawn on the server, and until the Markdown renderer is there. */
export function PlainProse({ text }: PlainProseProps): ReactElement {
  const paragraphs = stripAnsi(text).split(/\n(?:[ \t]*\n)+/);
  return (
    <div className="ark-prose">
      {inPlace(paragraphs, (paragraph) => (
        <p className="ark-prose__paragraph">
          <LogText text={paragraph} />
        </p>
      ))}
    </div>
  );
}
