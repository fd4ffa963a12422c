'use client';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { clipText, countLines, foldsToLines, seenLines, splitLines } from '../../session/text/lines.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { useKit } from '../theme/useKit.ts';
import { Masked, useMasked } from '../theme/useMasked.tsx';
import { ActionButton } from './ActionButton.tsx';
import { inPlace } from './inPlace.ts';
import { LogText } from './LogText.tsx';
import { WhenBroken } from './WhenBroken.tsx';

/** A text longer than this many characters is shown unformatted: formatting it would block the page. */
const longest = 20_000;
/** A run of more emphasis marks than this is not emphasis; the renderer compares each mark with those before it. */
const mostMarks = 2000;
/** More quote and list marks than this at the start of a line nest deeper than anyone reads. */
const deepest = 24;

/** The quote and list marks at the start of a line, up to the limit. */
const nesting = /^[\t >*+-]{0,200}/;
const ruler = /^[-*\s]*$/;

function isNestedTooDeep(line: string): boolean {
  const start = nesting.exec(line)?.[0] ?? '';
  const marks = start.replaceAll(/[\t ]/g, '').length;
  return marks > deepest && !ruler.test(line);
}

/**
 * Whether a text is safe for the Markdown renderer. Very long texts, deep nesting and long runs of brackets or emphasis marks take more
 * than linear time, and nobody writes them by hand.
 */
export function isFormattable(text: string): boolean {
  if (text.length > longest || /[[\]*_`<>]{200}/.test(text)) return false;
  if (text.replaceAll(/[^*_]/g, '').length > mostMarks) return false;
  return !text.split('\n').some(isNestedTooDeep);
}

/** Characters and line starts with a meaning in Markdown. */
const marked = /[*_`~[\]#<|&\\]|https?:|www\.|^\s{0,3}(?:[-+>=]|\d{1,9}[.)])|^ {4}|\t/m;

/** Whether a text might look different as Markdown. Most one-line messages would not, and then no renderer is loaded. */
export function usesMarkdown(text: string): boolean {
  return marked.test(text);
}

const MarkdownBody = lazy(() => import('./MarkdownBody.tsx').then((module) => ({ default: module.MarkdownBody })));

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  /** Markdown from a log. */
  text: string;
}

/** A masked text as Markdown, for use inside components. */
export function MarkdownText({ text }: MarkdownProps): ReactElement {
  const plain = <PlainProse text={text} />;
  if (!usesMarkdown(text) || !isFormattable(text)) return plain;
  return (
    <WhenBroken instead={plain} on={text}>
      <Suspense fallback={<PlainProse text={text} pending />}>
        <MarkdownBody text={text} />
      </Suspense>
    </WhenBroken>
  );
}

/**
 * Renders a text from a log as Markdown, safely: HTML is shown as text, links lead to http and https only, pictures become links, headings
 * stay out of the page's outline. The renderer is loaded when a text first needs it.
 *
 * When to use it: for prose; for what a program printed, use `TerminalOutput`.
 */
export function Markdown({ text }: MarkdownProps): ReactElement {
  const shown = useMasked(text);
  return (
    <Masked>
      <MarkdownText text={shown} />
    </Masked>
  );
}

interface PlainProseProps {
  text: string;
  /** Whether the rendered Markdown will replace it. @default false @selector [data-pending] */
  pending?: boolean;
}

/** A text in paragraphs, unformatted: drawn on the server, and until the Markdown renderer has loaded. */
function PlainProse({ text, pending = false }: PlainProseProps): ReactElement {
  const paragraphs = stripAnsi(text).split(/\n(?:[ \t]*\n)+/);
  return (
    <div className="ark-prose" data-pending={pending ? '' : undefined}>
      {inPlace(paragraphs, (paragraph) => (
        <p className="ark-prose__paragraph">
          <LogText text={paragraph} />
        </p>
      ))}
    </div>
  );
}

interface ClippedMarkdownProps {
  text: string;
}

/** Prose of any length; of a text above 48 lines, the rest is shown on request. */
export function ClippedMarkdown({ text }: ClippedMarkdownProps): ReactElement {
  const { t } = useKit();
  const [whole, setWhole] = useState(false);
  const clipped = clipText(text);
  return (
    <>
      <MarkdownText text={whole ? text : clipped.text} />
      {clipped.hidden > 0 ? (
        <ActionButton
          label={whole ? t('text.less') : t('text.moreLines', { n: clipped.hidden })}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        />
      ) : null}
    </>
  );
}

interface FoldedMarkdownProps {
  text: string;
  open: boolean;
  onToggle: () => void;
}

/** Prose that shows three lines until the reader asks for the rest. */
export function FoldedMarkdown({ text, open, onToggle }: FoldedMarkdownProps): ReactElement {
  const { t } = useKit();
  if (!foldsToLines(text)) return <MarkdownText text={text} />;
  const start = splitLines(text.trimStart())
    .slice(0, 2 * seenLines)
    .join('\n');
  return (
    <div className="ark-folded" data-open={open ? '' : undefined}>
      {open ? (
        <ClippedMarkdown text={text} />
      ) : (
        <div className="ark-folded__start">
          <MarkdownText text={start} />
        </div>
      )}
      <ActionButton
        label={open ? t('text.less') : t('text.showAll', { n: countLines(text) })}
        aria-expanded={open}
        onClick={onToggle}
      />
    </div>
  );
}
