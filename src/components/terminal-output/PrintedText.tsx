'use client';
import type { ReactElement } from 'react';
import { TerminalActions } from './TerminalActions.tsx';
import { TerminalBody } from './TerminalBody.tsx';
import { useTerminal } from './useTerminal.ts';

/** Props of {@link PrintedText}. */
export interface PrintedTextProps {
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
