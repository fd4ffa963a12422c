'use client';
import { type ReactElement, useMemo } from 'react';
import { FileLink } from '../shared/file-location/FileLocation.tsx';
import { type FilePlace, findFileLocations } from '../shared/file-location/findFileLocations.ts';
import { useOpensFiles } from '../shared/file-location/useOpensFiles.ts';
import { inPlace } from '../shared/inPlace.ts';
import { isErrorLine } from '../shared/text/isErrorLine.ts';
import { cutLine, type FoundRange, type LinePiece } from './cutLine.ts';
import { RunText } from './RunText.tsx';
import type { TerminalLine } from './screen/textStyle.ts';
import { isCutMark } from './sourceNotes.ts';

/** Props of {@link TerminalRow}. */
export interface TerminalRowProps {
  line: TerminalLine;
  /** The part of it that is drawn, in code units. @default all of it */
  part?: { readonly from: number; readonly to: number } | undefined;
  found: readonly FoundRange[];
  /** The folder that relative paths lie in. */
  cwd: string | undefined;
}

const noPlaces: readonly FilePlace[] = [];
/** No one looks for a place, or for an error, behind this many characters of a line. */
const scanned = 2000;

interface Group {
  readonly place: FilePlace | undefined;
  readonly pieces: LinePiece[];
}

/** Pieces of one place belong together, whatever their colours. */
function byPlace(pieces: readonly LinePiece[]): Group[] {
  const groups: Group[] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last !== undefined && last.place === piece.place) last.pieces.push(piece);
    else groups.push({ place: piece.place, pieces: [piece] });
  }
  return groups;
}

/** A line of an output, or a row of it. Lines that read like the reason of a failure are marked, where the program did not colour them. */
export function TerminalRow({ line, part, found, cwd }: TerminalRowProps): ReactElement {
  const opens = useOpensFiles();
  const places = useMemo(() => (opens ? findFileLocations(line.text.slice(0, scanned)) : noPlaces), [opens, line]);
  const { from, to } = part ?? { from: 0, to: line.text.length };
  const groups = byPlace(cutLine(line, { found, places, from, to }));
  const plain = line.runs.length === 0;
  return (
    <span
      className="ark-terminal__line"
      data-error={plain && isErrorLine(line.text.slice(0, scanned)) ? '' : undefined}
      data-cut={plain && isCutMark(line.text) ? '' : undefined}
    >
      {inPlace(groups, ({ place, pieces }) => {
        const drawn = inPlace(pieces, (piece) => <RunText piece={piece} />);
        if (place === undefined) return drawn;
        return (
          <FileLink path={place.path} line={place.line} column={place.column} cwd={cwd}>
            {drawn}
          </FileLink>
        );
      })}
      {'\n'}
    </span>
  );
}
