'use client';
import type { ReactElement } from 'react';
import type { CallArgument } from './call/callArgument.ts';
import { relativePath } from './call/relativePath.ts';
import { OneLine } from './OneLine.tsx';
import { PathText } from './PathText.tsx';

/** Props of {@link ArgumentText}. */
export interface ArgumentTextProps {
  argument: CallArgument;
  /** Paths inside this folder are shown relative to it. */
  cwd?: string | undefined;
}

/** Where a search looked; undefined if that is the whole folder. */
function Where({ path, cwd }: { path: string | undefined; cwd: string | undefined }): ReactElement | null {
  const shown = path === undefined ? '.' : relativePath(path, cwd);
  if (shown === '.') return null;
  return (
    <span className="ark-argument__aside">
      <OneLine text={shown} face="mono" />
    </span>
  );
}

/** The main argument of a call on one line: a path whose file name is never cut, a command, or words. */
export function ArgumentText({ argument, cwd }: ArgumentTextProps): ReactElement | null {
  switch (argument.kind) {
    case 'none':
      return null;
    case 'path':
      return <PathText path={relativePath(argument.path, cwd)} lines={argument.lines} />;
    case 'code':
      return (
        <span className="ark-argument">
          <OneLine text={argument.text} face="mono" /> <Where path={argument.where} cwd={cwd} />
        </span>
      );
    case 'words':
      return (
        <span className="ark-argument">
          {argument.lead === undefined ? null : (
            <span className="ark-argument__lead">
              <OneLine text={argument.lead} />{' '}
            </span>
          )}
          <span className={argument.lead === undefined ? undefined : 'ark-argument__aside'}>
            <OneLine text={argument.text} />
          </span>
        </span>
      );
  }
}
