'use client';
import type { ReactElement } from 'react';
import { relativePath } from './call/relativePath.ts';
import { inPlace } from './inPlace.ts';
import { LogText } from './LogText.tsx';
import { oneLine } from './text/oneLine.ts';

/** Props of {@link PathCrumbs}. */
export interface PathCrumbsProps {
  /** An absolute folder. */
  path: string;
  /** What folder it is, to assistive technology. */
  label: string;
}

/** Middle folders beyond this many are left out; pointing at the path shows them. */
const mostCrumbs = 4;

/** A folder as a trail of names, its last one standing out. */
export function PathCrumbs({ path, label }: PathCrumbsProps): ReactElement {
  const names = relativePath(oneLine(path))
    .split(/[\\/]/)
    .filter((name, at) => name !== '' || at === 0);
  const shown = names.length > mostCrumbs ? [names[0] ?? '', '\u2026', ...names.slice(2 - mostCrumbs)] : names;
  return (
    <bdi className="ark-crumbs ark-mono" title={path} translate="no">
      <span className="ark-unseen">{label}: </span>
      {inPlace(shown, (name, at) => (
        <span className="ark-crumbs__crumb" data-last={at === shown.length - 1 ? '' : undefined}>
          {at > 0 ? <span className="ark-crumbs__slash">/</span> : null}
          <LogText text={name} />
        </span>
      ))}
    </bdi>
  );
}
