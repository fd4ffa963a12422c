'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react';
import type { ItemScope } from '../shared/itemPlace.ts';
import { CompareFrame } from './CompareFrame.tsx';
import { type CompareSource, SideReplay } from './SideReplay.tsx';

/** Props of {@link SessionCompare}. */
export interface SessionCompareProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** The session on the left, A: itself, or a replay of it that the host owns. */
  left: CompareSource;
  /** The session on the right, B. */
  right: CompareSource;
  /** Which rows are shown at first; the reader may change it. @default 'everything' @selector [data-only] */
  defaultOnly?: 'everything' | 'differences';
  /** Whether moving one clock moves the other at first; the reader may change it. @default 'linked' */
  defaultClocks?: 'linked' | 'free';
  /** More controls at the end of its tools, such as a theme switch. */
  actions?: ReactNode;
  /** Where the whole of a shortened text can be fetched, by side; nothing is, unless the reader asks. */
  contentUrl?: { readonly left?: ItemScope['contentUrl']; readonly right?: ItemScope['contentUrl'] };
}

/**
 * When to use it: where two runs of a task are to be judged against each other: two models, two prompts, before and after.
 *
 * Two sessions side by side, aligned by tool and file, with what differs marked by shape and word; their figures; a way from
 * difference to difference; the details of a pair with a diff of its input and output; two clocks, linked or free. Any number of
 * calls: only those in sight are drawn, and more than a thousand items are compared in slices, while the page goes on
 * (`[data-state="comparing"]`); give it replays made by `useSlicedReplay` then. It fills its container; where that is narrow, both
 * sides stand in one column.
 */
export const SessionCompare = forwardRef<HTMLElement, SessionCompareProps>(function SessionCompare(
  { left, right, ...frame },
  ref,
) {
  return (
    <SideReplay source={left}>
      {(one) => (
        <SideReplay source={right}>
          {(other) => <CompareFrame ref={ref} left={one} right={other} {...frame} />}
        </SideReplay>
      )}
    </SideReplay>
  );
});
