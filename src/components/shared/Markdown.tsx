'use client';

import { lazy, type ReactElement, Suspense } from 'react';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { Masked } from '../theme/Masked.tsx';
import { useMasked } from '../theme/useMasked.ts';
import { inPlace } from './inPlace.ts';
import { LogText } from './LogText.tsx';
import { WhenBroken } from './WhenBroken.tsx';

/** Beyond this many characters a text is shown as it is: formatting it would hold up the page. */
const longest = 20_000;
/** Emphasis marks beyond this are not emphasis; the renderer compares each with those before it. */
const mostMarks = 2000;
/** More marks than this at the start of a line nest quotes and lists deeper than anyone reads. */
const deepest = 24;

/** The quote and list marks that a line starts with, as far as they matter. */
const nesting = /^[\t >*+-]{0,200}/;
const ruler = /^[-*\s]*$/;

function isNestedTooDeep(line: string): boolean {
  const start = nesting.exec(line)?.[0] ?? '';
  const marks = start.replaceAll(/[\t ]/g, '').length;
  return marks > deepest && !ruler.test(line);
}

/**
 * Whether a text may be given to the Markdown renderer. Very long texts, deep nesting and long runs of brackets or
 * emphasis marks cost it more than linear time; no one writes them by hand.
 */
export function isFormattable(text: string): boolean {
  if (text.length > longest || /[[\]*_`<>]{200}/.test(text)) return false;
  if (text.replaceAll(/[^*_]/g, '').length > mostMarks) return false;
  return !text.split('\n').some(isNestedTooDeep);
}

/** Characters and line starts that Markdown gives a meaning. */
const marked = /[*_`~[\]#<|&\\]|https?:|www\.|^\s{0,3}(?:[-+>=]|\d{1,9}[.)])|^ {4}|\t/m;

/** Whether a text might look different as Markdown. Most one-line messages do not, and then no renderer is loaded. */
export function usesMarkdown(text: string): boolean {
  return marked.test(text);
}

const MarkdownBody = lazy(() => import('./MarkdownBody.tsx').then((module) => ({ default: module.MarkdownBody })));

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  /** Markdown from a log. */
  text: string;
}

/** A masked text as Markdown: what a component draws inside. */
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
 * A text from a log as Markdown that can do no harm: HTML in it is shown as text, links lead to http and https only,
 * pictures become links, headings do not enter the page's outline. The renderer is loaded when a text first needs it.
 *
 * When to use it: for prose; what a program printed is a `TerminalOutput`.
 */
export function Markdown({ text }: MarkdownProps): ReactElement {
  const shown = useMasked(text);
  return (
    <Masked>
      <MarkdownText text={shown} />
    </Masked>
  );
}

/** Props of {@link PlainProse}. */
interface PlainProseProps {
  text: string;
  /** Whether its Markdown will stand here. @default false @selector [data-pending] */
  pending?: boolean;
}

/** A text in paragraphs, as it was written: what is drawn on the server, and until the Markdown renderer is there. */
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
