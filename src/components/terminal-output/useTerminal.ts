import { useEffect, useMemo, useRef, useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { rangeInSession } from '../../session/internal.ts';
import { totalLinesHeader } from '../../session/text/lines.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { noMasking } from '../masking/masking.ts';
import { type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import type { Kit } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { type Reveal, useMasking, useRevealOf } from '../theme/useMasked.tsx';
import { readTerminal, readTerminalInSteps } from './screen/readTerminal.ts';
import type { TerminalLine } from './screen/textStyle.ts';
import { type Search, useSearch } from './useSearch.ts';

/** Texts up to this many characters are masked and read synchronously, which takes a few milliseconds. */
const readAtOnce = 200_000;

/** An output to show. */
interface TerminalSource extends OpenProps {
  /** What the program printed, including escape sequences. */
  text: string;
  /** The full text, if `text` is shortened. */
  content?: ContentRef | undefined;
}

/** An output with the state of its view; shared, because its parts may be in different places: the head of a section and the text below. */
export interface Terminal {
  /** The raw text with secrets masked, for copying and downloading. Absent while a long text is being masked. */
  readonly raw: string | undefined;
  /** Absent while a long text is being masked and read. */
  readonly lines: readonly TerminalLine[] | undefined;
  /** Number of lines of the full output, if the source cut it and says so. */
  readonly totalLines: number | undefined;
  /** Whether it is long enough to fold, search and wrap. */
  readonly long: boolean;
  readonly open: boolean;
  readonly toggle: () => void;
  readonly wrap: boolean;
  readonly setWrap: (wrap: boolean) => void;
  readonly search: Search;
  readonly whole: Whole;
  /** Context that its parts share. */
  readonly kit: Kit;
  readonly reveal: Reveal | undefined;
}

/** A longer output is folded to its two ends. */
const foldedAbove = 50;

const noLines: readonly TerminalLine[] = [];

/** Reads an output and keeps the state of its view. */
export function useTerminal({ text, content, ...fold }: TerminalSource): Terminal {
  const whole = useWhole(content);
  const logged = whole.text ?? text;
  const { shown: raw, kit, reveal } = useRevealOf(logged, useMaskedText(logged, whole.text !== undefined));
  const { text: body, totalLines } = sourceNotes(raw ?? '');
  const lines = useTerminalLines(raw === undefined ? undefined : body);
  const [open, toggle] = useOpen(fold);
  const [wrap, setWrap] = useState(true);
  const search = useSearch(lines ?? noLines);
  const long = lines === undefined || lines.length > foldedAbove;
  // The current match is shown even if it is in the fold.
  const searching = search.open && search.query !== '';
  const folding = { long, open: open || searching || !long, toggle };
  return { raw, lines, totalLines, ...folding, wrap, setWrap, search, whole, kit, reveal };
}

/** The lines of a text as a terminal shows them; undefined while a long text is being read, or if there is no text yet. */
function useTerminalLines(text: string | undefined): readonly TerminalLine[] | undefined {
  const short = text !== undefined && text.length <= readAtOnce;
  const now = useMemo(() => (short ? readTerminal(text) : undefined), [short, text]);
  const later = useInSlices(
    useMemo(() => (short || text === undefined ? undefined : () => readTerminalInSteps(text)), [short, text]),
  );
  return now ?? later;
}

/**
 * A text with its secrets masked; undefined while a long text is being searched for them. Fetched text is masked here even if a component
 * around has masked the rest.
 */
function useMaskedText(text: string, isFetched: boolean): string | undefined {
  const { isMasked } = useKit();
  const rules = useMasking();
  const masking = isMasked && !isFetched ? noMasking : rules;
  const short = text.length <= readAtOnce || masking === noMasking;
  const now = useMemo(() => (short ? masking.mask(text) : undefined), [short, masking, text]);
  const later = useInSlices(
    useMemo(() => (short ? undefined : () => masking.maskInSteps(text)), [short, masking, text]),
  );
  return now ?? later;
}

/** What a source itself says about an output that it cut. */
interface SourceNotes {
  /** The output without the line that gives the count. */
  readonly text: string;
  /** The number in `Total output lines: N`. */
  readonly totalLines: number | undefined;
}

/** Reads the count that Codex puts above an output that it cut. */
export function sourceNotes(text: string): SourceNotes {
  const found = totalLinesHeader.exec(text);
  if (found === null) return { text, totalLines: undefined };
  return { text: text.slice(found[0].length), totalLines: Number(found[1]) };
}

const cutMarks = [
  ['[... omitted ', ' ...]'],
  ['[... output truncated ', ' ...]'],
  ['[\u2026 ', ' \u2026]'],
] as const;

/** Whether a line stands for omitted lines: `[... omitted 44 of 120 lines ...]`. */
export function isCutMark(line: string): boolean {
  return cutMarks.some(([start, end]) => line.startsWith(start) && line.endsWith(end));
}

/** State of the full text behind a shortened one. */
export interface Whole {
  /** `here`: the text is not shortened, or nobody can fetch the rest. */
  readonly state: 'here' | 'shortened' | 'loading' | 'failed' | 'loaded';
  /** The full text, once it has loaded. */
  readonly text: string | undefined;
  readonly load: () => void;
}

interface Got {
  readonly content: ContentRef;
  readonly state: 'loading' | 'failed' | 'loaded';
  readonly text?: string;
}

/**
 * Fetches the full text behind a shortened one through the host: when the reader asks for it, or at once where it lies in the session file, of
 * which an abridged copy is shown. That text is short, and was left out only so that the session comes quickly.
 */
export function useWhole(content: ContentRef | undefined): Whole {
  const { contents } = useKit();
  const [got, setGot] = useState<Got>();
  const wanted = useRef(content);
  useEffect(() => {
    wanted.current = content;
  }, [content]);

  const load = (): void => {
    if (content === undefined || contents === undefined) return;
    const finish = (answer: Omit<Got, 'content'>): void => {
      if (wanted.current === content) setGot({ content, ...answer });
    };
    finish({ state: 'loading' });
    contents(content).then(
      (text) => finish({ state: 'loaded', text }),
      () => finish({ state: 'failed' }),
    );
  };
  const isAwaited = content !== undefined && contents !== undefined && rangeInSession(content) !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text once, whatever else changes
  useEffect(() => {
    if (isAwaited) load();
  }, [isAwaited, content, contents]);
  if (content === undefined || contents === undefined) return { state: 'here', text: undefined, load };
  const own = got?.content === content ? got : undefined;
  return { state: own?.state ?? (isAwaited ? 'loading' : 'shortened'), text: own?.text, load };
}
