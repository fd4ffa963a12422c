'use client';
import type { ReactElement } from 'react';
import type { RowsInSight } from '../timeline/rowsInSight.ts';
import { drawGroup } from './drawGroup.ts';
import type { LinkGroup } from './groupLinks.ts';

/** Props of {@link LinkLines}. */
export interface LinkLinesProps {
  sight: RowsInSight;
  groups: readonly { group: LinkGroup; x: number; look: 'in' | 'out' | 'other' }[];
}

/** Between the marks and the text. */
const endPx = 2;

/** The lines of links that are in sight. Decoration to assistive technology: a list says the same in words. */
export function LinkLines({ sight, groups }: LinkLinesProps): ReactElement {
  const edge = sight.gutterPx - endPx;
  return (
    <svg
      className="ark-links"
      aria-hidden="true"
      width={sight.gutterPx}
      height={Math.max(0, sight.bottomPx - sight.topPx)}
      style={{ top: sight.topPx }}
    >
      {groups.map(({ group, x, look }) => {
        const drawn = drawGroup(group, sight, x, edge);
        if (drawn === undefined) return null;
        return (
          <g key={`${look} ${group.hub}`} className="ark-links__group" data-link={look}>
            <path className="ark-links__line" d={drawn.line} />
            {drawn.weak === '' ? null : <path className="ark-links__line" data-strength="weak" d={drawn.weak} />}
            <path className="ark-links__mark" d={drawn.starts + drawn.arrows} />
          </g>
        );
      })}
    </svg>
  );
}
