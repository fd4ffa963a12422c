'use client';
import type { ReactElement } from 'react';
import { oneLine } from '../../session/text/lines.ts';
import { splitPath } from './call/relativePath.ts';
import { LogText } from './LogText.tsx';

/** Props of {@link PathText}. */
export interface PathTextProps {
  path: string;
  /** A line of the file, or a range of lines. */
  lines?: string | undefined;
}

/** A path on one line. If it does not fit, its folder is shortened from the left; its name stays. */
export function PathText({ path, lines }: PathTextProps): ReactElement {
  const { folder, name } = splitPath(oneLine(path));
  return (
    <bdi className="ark-path ark-mono" translate="no">
      {folder === '' ? null : (
        <span className="ark-path__folder">
          <bdi dir="ltr">
            <LogText text={folder} />
          </bdi>
        </span>
      )}
      <span className="ark-path__name">
        <LogText text={name} />
      </span>
      {lines === undefined ? null : (
        <span className="ark-path__lines">{/^\d+$/.test(lines) ? `:${lines}` : `\u00a0${lines}`}</span>
      )}
    </bdi>
  );
}
