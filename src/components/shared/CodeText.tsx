'use client';
import type { ReactElement } from 'react';
import type { CodePart } from './code/codePart.ts';
import { inPlace } from './inPlace.ts';
import { LogText } from './LogText.tsx';

/** Props of {@link CodeText}. */
export interface CodeTextProps {
  parts: readonly CodePart[];
}

/** A line of code in its colours. */
export function CodeText({ parts }: CodeTextProps): ReactElement {
  return (
    <>
      {inPlace(parts, ({ text, kind }) =>
        kind === undefined ? (
          <LogText text={text} />
        ) : (
          <span className="ark-code" data-code={kind}>
            <LogText text={text} />
          </span>
        ),
      )}
    </>
  );
}
