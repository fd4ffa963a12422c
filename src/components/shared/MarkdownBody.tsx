import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { Components } from 'react-markdown';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { Icon } from '../icons/Icon.tsx';
import { useKit } from '../theme/useKit.ts';
import { CopyButton } from './CopyButton.tsx';
import { grammarOfFence } from './code/grammars.ts';
import { useCodeLines } from './code/useCodeLines.ts';
import { PlacedText, PlacesContext } from './file-location/FileLocation.tsx';
import { inPlace } from './inPlace.ts';
import { LogText } from './LogText.tsx';
import { CodeText } from './LongText.tsx';
import { SafeLink } from './SafeLink.tsx';

interface Inner {
  children?: ReactNode;
}

/** Makes the strings among the children of an element safe to show. */
function drawn(children: ReactNode): ReactNode {
  return Children.map(children, (child) => (typeof child === 'string' ? <PlacedText text={child} /> : child));
}

/** Not a heading element: the outline belongs to the page around the log. */
function Heading({ level, children }: Inner & { level: number }): ReactElement {
  return (
    <p className="ark-prose__heading" data-level={level}>
      {drawn(children)}
    </p>
  );
}

/** The language of a fence, which the renderer puts into a class name. */
function fenceOf(children: ReactNode): string {
  const code = Children.toArray(children).find((child) => isValidElement<{ className?: string }>(child));
  const { className = '' } = isValidElement<{ className?: string }>(code) ? code.props : {};
  return /(?:^|\s)language-(\S{1,40})/.exec(className)?.[1] ?? '';
}

function CodeBlock({ children }: Inner): ReactElement {
  const { t } = useKit();
  const text = textOf(children).replace(/\n$/, '');
  const code = useCodeLines(text, grammarOfFence(fenceOf(children)));
  return (
    <div className="ark-prose__code-block">
      <pre className="ark-prose__pre ark-mono">
        {code === undefined ? (
          <PlacedText text={text} />
        ) : (
          inPlace(code, (parts, at) => (
            <>
              {at > 0 ? '\n' : null}
              <CodeText parts={parts} />
            </>
          ))
        )}
      </pre>
      <span className="ark-prose__copy">
        <CopyButton look="icon" text={text} label={t('copy.code')} />
      </span>
    </div>
  );
}

function Table({ children }: Inner): ReactElement {
  const { t } = useKit();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div className="ark-prose__table-frame" role="group" aria-label={t('text.table')} tabIndex={0}>
      <table className="ark-prose__table">{children}</table>
    </div>
  );
}

function Picture({ src, alt = '' }: { src?: unknown; alt?: string | undefined }): ReactElement {
  const { t } = useKit();
  const address = typeof src === 'string' ? src : '';
  return (
    <span className="ark-prose__picture">
      <Icon name="picture" label={t('text.picture')} />
      <SafeLink href={address} text={alt}>
        <LogText text={alt === '' ? address : alt} />
      </SafeLink>
    </span>
  );
}

function Checkbox({ checked }: { checked?: boolean | undefined }): ReactElement {
  const { t } = useKit();
  return checked ? (
    <Icon name="succeeded" size={14} label={t('plan.completed')} />
  ) : (
    <Icon name="pending" size={14} label={t('plan.pending')} />
  );
}

function Anchor({ href = '', children }: Inner & { href?: string | undefined }): ReactElement {
  // Footnotes refer to each other by id. Ids from a log must not enter the page, so only the numbers stay.
  if (href.startsWith('#')) return <>{children}</>;
  return (
    <PlacesContext.Provider value={false}>
      <SafeLink href={href} text={textOf(children)}>
        {drawn(children)}
      </SafeLink>
    </PlacesContext.Provider>
  );
}

/** The component for each element that Markdown can produce. */
export const markdownParts: Components = {
  h1: ({ children }) => <Heading level={1}>{children}</Heading>,
  h2: ({ children }) => <Heading level={2}>{children}</Heading>,
  h3: ({ children }) => <Heading level={3}>{children}</Heading>,
  h4: ({ children }) => <Heading level={4}>{children}</Heading>,
  h5: ({ children }) => <Heading level={5}>{children}</Heading>,
  h6: ({ children }) => <Heading level={6}>{children}</Heading>,
  p: ({ children }) => <p className="ark-prose__paragraph">{drawn(children)}</p>,
  strong: ({ children }) => <strong className="ark-prose__strong">{drawn(children)}</strong>,
  em: ({ children }) => <em>{drawn(children)}</em>,
  del: ({ children }) => <del>{drawn(children)}</del>,
  ul: ({ children }) => <ul className="ark-prose__list">{children}</ul>,
  ol: ({ children, start }) => (
    <ol className="ark-prose__list" start={start}>
      {children}
    </ol>
  ),
  li: ({ children, className }) => (
    <li className="ark-prose__item" data-task={className === undefined ? undefined : ''}>
      {drawn(children)}
    </li>
  ),
  blockquote: ({ children }) => <blockquote className="ark-prose__quote">{children}</blockquote>,
  hr: () => <hr className="ark-prose__rule" />,
  // The source's line feed after the break stays in the text, where line feeds are shown, so the break needs no element.
  br: () => null,
  pre: CodeBlock,
  code: ({ children }) => (
    <code className="ark-prose__code ark-mono">
      <PlacedText text={textOf(children)} />
    </code>
  ),
  a: Anchor,
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  input: ({ checked }) => <Checkbox checked={checked} />,
  table: Table,
  th: ({ children }) => <th className="ark-prose__cell">{drawn(children)}</th>,
  td: ({ children }) => <td className="ark-prose__cell">{drawn(children)}</td>,
};

/** Props of {@link MarkdownBody}. */
export interface MarkdownBodyProps {
  text: string;
}

const plugins = [remarkGfm];

/** Passes every address on unchanged: `SafeLink` decides about it, and shows those it refuses. */
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

/** The plain text inside rendered nodes. */
export function textOf(nodes: ReactNode): string {
  let text = '';
  Children.forEach(nodes, (node) => {
    if (typeof node === 'string' || typeof node === 'number') text += String(node);
    else if (isValidElement<{ children?: ReactNode }>(node)) text += textOf(node.props.children);
  });
  return text;
}
