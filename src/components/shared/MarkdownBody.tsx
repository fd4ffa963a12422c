'use client';
import type { ReactElement } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useKit } from '../theme/useKit.ts';
import { markdownParts } from './markdownParts.tsx';
import { stripAnsi } from './text/stripAnsi.ts';

/** Props of {@link MarkdownBody}. */
export interface MarkdownBodyProps {
  text: string;
}

const plugins = [remarkGfm];

/** Every address as it is: `SafeLink` decides what becomes of it, and shows what it refuses. */
const keepAddress = (address: string): string => address;

/** The Markdown renderer itself; `Markdown` loads it. */
export function MarkdownBody({ text }: MarkdownBodyProps): ReactElement {
  const { t } = useKit();
  return (
    <div className="ark-prose">
      <ReactMarkdown
        remarkPlugins={plugins}
        remarkRehypeOptions={{ footnoteLabel: t('text.footnotes') }}
        urlTransform={keepAddress}
        components={markdownParts}
      >
        {stripAnsi(text)}
      </ReactMarkdown>
    </div>
  );
}
