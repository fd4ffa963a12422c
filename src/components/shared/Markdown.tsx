'use client';
import { lazy, type ReactElement, Suspense } from 'react';
import { Masked } from '../masking/Masked.tsx';
import { useMasked } from '../masking/useMasked.ts';
import { PlainProse } from './PlainProse.tsx';
import { isFormattable } from './text/isFormattable.ts';
import { usesMarkdown } from './text/usesMarkdown.ts';
import { WhenBroken } from './WhenBroken.tsx';

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
      <Suspense fallback={plain}>
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
