'use client';
import { Component, lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { PlainProse } from './PlainProse.tsx';
import { isFormattable } from './text/isFormattable.ts';
import { usesMarkdown } from './text/usesMarkdown.ts';

const MarkdownBody = lazy(() => import('./MarkdownBody.tsx').then((module) => ({ default: module.MarkdownBody })));

/** Shows the plain text where the renderer fails, or cannot be loaded. */
class PlainWhenBroken extends Component<{ text: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate(before: { text: string }): void {
    if (this.state.broken && before.text !== this.props.text) this.setState({ broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? <PlainProse text={this.props.text} /> : this.props.children;
  }
}

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  text: string;
}

/**
 * A text from a log as Markdown that can do no harm: HTML in it is shown as text, links lead to http and https only,
 * pictures become links, headings do not enter the page's outline. The renderer is loaded when a text first needs it.
 */
export function Markdown({ text }: MarkdownProps): ReactElement {
  const plain = <PlainProse text={text} />;
  if (!usesMarkdown(text) || !isFormattable(text)) return plain;
  return (
    <PlainWhenBroken text={text}>
      <Suspense fallback={plain}>
        <MarkdownBody text={text} />
      </Suspense>
    </PlainWhenBroken>
  );
}
