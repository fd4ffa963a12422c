'use client';
import type { ReactElement } from 'react';
import { LogText } from '../shared/LogText.tsx';
import { SafeLink } from '../shared/SafeLink.tsx';
import { runLook } from './colour/runLook.ts';
import type { LinePiece } from './cutLine.ts';

/** Props of {@link RunText}. */
export interface RunTextProps {
  piece: LinePiece;
}

/** A piece of a line in its colours, perhaps found, perhaps a link. */
export function RunText({ piece: { text, style, found } }: RunTextProps): ReactElement {
  const drawn = <LogText text={text} />;
  const linked =
    style?.link === undefined ? (
      drawn
    ) : (
      <SafeLink href={style.link} text={text}>
        {drawn}
      </SafeLink>
    );
  const look = style === undefined ? undefined : runLook(style);
  if (found !== undefined) {
    return (
      <mark className="ark-terminal__found" data-current={found === 'current' ? '' : undefined}>
        {linked}
      </mark>
    );
  }
  if (look === undefined) return linked;
  return (
    <span className="ark-terminal__run" {...look.attributes} style={look.style}>
      {linked}
    </span>
  );
}
