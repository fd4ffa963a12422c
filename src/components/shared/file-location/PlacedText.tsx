'use client';
import { type ReactElement, useMemo } from 'react';
import { inPlace } from '../inPlace.ts';
import { LogText } from '../LogText.tsx';
import { FileLink } from './FileLocation.tsx';
import { type FilePlace, findFileLocations } from './findFileLocations.ts';
import { useOpensFiles } from './useOpensFiles.ts';

/** Props of {@link PlacedText}. */
export interface PlacedTextProps {
  text: string;
  /** Folder that relative paths start from. */
  cwd?: string | undefined;
}

type Part = string | FilePlace;

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const place of findFileLocations(text)) {
    parts.push(text.slice(from, place.from), place);
    from = place.to;
  }
  parts.push(text.slice(from));
  return parts;
}

/** A text from a log with pressable file locations, if the host can open files. */
export function PlacedText({ text, cwd }: PlacedTextProps): ReactElement {
  const opens = useOpensFiles();
  const parts = useMemo(() => (opens ? partsOf(text) : [text]), [opens, text]);
  const draw = (part: Part): ReactElement =>
    typeof part === 'string' ? (
      <LogText text={part} />
    ) : (
      <FileLink path={part.path} line={part.line} column={part.column} cwd={cwd}>
        <LogText text={text.slice(part.from, part.to)} />
      </FileLink>
    );
  return <>{inPlace(parts, draw)}</>;
}
