'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import type { OpenProps } from '../shared/Disclosure.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';
import { TerminalActions, TerminalBody } from './TerminalBody.tsx';
import { useTerminal } from './useTerminal.ts';

/** Props of {@link TerminalOutput}. */
export interface TerminalOutputProps
  extends OpenProps,
    Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'title' | 'content'> {
  /** What the program printed, including escape sequences. */
  text: string;
  /** Accessible name of the output. @default 'Output' in the kit's language */
  title?: string;
  /** The full text, if `text` is shortened. It is loaded through `contents` of `KitProvider` when the reader asks. */
  content?: ContentRef | undefined;
  /** Address of the full text. */
  href?: string | undefined;
  /** Whether the source cut the output. @default false */
  truncated?: boolean | undefined;
  /** Folder that relative paths in it start from. */
  cwd?: string | undefined;
  /** File name for saving the raw text. @default 'output.txt' */
  fileName?: string;
}

/**
 * What a program printed, as its terminal showed it: colours, overwritten lines, links. It folds above 50 lines, can be searched, and draws
 * only visible lines, so that a hundred thousand lines scroll.
 *
 * When to use it: for the output of commands; for a text that no terminal showed, use `Markdown`, or an element of your own.
 */
export const TerminalOutput = forwardRef<HTMLDivElement, TerminalOutputProps>(function TerminalOutput(
  {
    text,
    title,
    content,
    href,
    truncated = false,
    cwd,
    fileName = 'output.txt',
    open,
    defaultOpen,
    onOpenChange,
    className,
    ...rest
  },
  ref,
) {
  const { t } = useKit(detailWords);
  const terminal = useTerminal({ text, content, open, defaultOpen, onOpenChange });
  const label = title ?? t('detail.output');
  return (
    <div ref={ref} className={joinClasses('ark', 'ark-terminal', className)} {...rest}>
      <div className="ark-terminal__head">
        <span className="ark-terminal__title">{label}</span>
        <span className="ark-terminal__actions">
          <TerminalActions terminal={terminal} fileName={fileName} />
        </span>
      </div>
      <TerminalBody terminal={terminal} cwd={cwd} label={label} cutBySource={truncated} whole={content} href={href} />
    </div>
  );
});

interface PrintedTextProps {
  text: string;
  /** The stream it was printed to. */
  title: string;
  cwd: string | undefined;
}

/** What a program printed to a second stream: an output under a small title. */
export function PrintedText({ text, title, cwd }: PrintedTextProps): ReactElement {
  const terminal = useTerminal({ text });
  return (
    <>
      <div className="ark-terminal__stream">
        <span className="ark-terminal__stream-name">{title}</span>
        <span className="ark-terminal__actions">
          <TerminalActions terminal={terminal} fileName={`${title}.txt`} />
        </span>
      </div>
      <TerminalBody
        terminal={terminal}
        cwd={cwd}
        label={title}
        cutBySource={false}
        whole={undefined}
        href={undefined}
      />
    </>
  );
}
