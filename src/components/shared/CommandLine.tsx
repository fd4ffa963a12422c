'use client';
import type { ReactElement } from 'react';
import { LongText } from './LongText.tsx';

/** Props of {@link CommandLine}. */
export interface CommandLineProps {
  command: string;
}

/** A command as a terminal shows it. The prompt cannot be selected. */
export function CommandLine({ command }: CommandLineProps): ReactElement {
  return (
    <div className="ark-command">
      <span className="ark-command__prompt ark-mono" aria-hidden="true">
        $
      </span>
      <LongText text={command} />
    </div>
  );
}
