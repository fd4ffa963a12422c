'use client';
import type { ReactElement } from 'react';
import type { SearchExcerpt } from '../../replay/index.ts';
import { inPlace } from './inPlace.ts';
import { LogText } from './LogText.tsx';

/** Props of {@link FoundText}. */
interface FoundTextProps {
  excerpt: SearchExcerpt;
}

interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

function piecesOf({ text, hits }: SearchExcerpt): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { from, to } of hits) {
    pieces.push({ text: text.slice(done, from), hit: false }, { text: text.slice(from, to), hit: true });
    done = to;
  }
  pieces.push({ text: text.slice(done), hit: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** A piece of a log with what was found in it marked. It cannot reorder what stands around it. */
export function FoundText({ excerpt }: FoundTextProps): ReactElement {
  return (
    <bdi className="ark-one-line">
      {excerpt.cutBefore ? '…' : null}
      {inPlace(piecesOf(excerpt), ({ text, hit }) =>
        hit ? (
          <mark className="ark-found-text">
            <LogText text={text} />
          </mark>
        ) : (
          <LogText text={text} />
        ),
      )}
      {excerpt.cutAfter ? '…' : null}
    </bdi>
  );
}
