'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react';
import type { ItemScope } from '../shared/itemPlace.ts';
import { CompareFrame } from './CompareFrame.tsx';
import { type CompareSource, SideReplay } from './SideReplay.tsx';

/** Props of {@link SessionCompare}. */
export interface SessionCompareProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** The session on the left, A: a session, or a replay of one that the host owns. */
  left: CompareSource;
  /** The session on the right, B. */
  right: CompareSource;
  /** Which rows are shown at first; the reader may change it. @default 'everything' @selector [data-only] */
  defaultOnly?: 'everything' | 'differences';
  /** Whether moving one clock moves the other at first; the reader may change it. @default 'linked' */
  defaultClocks?: 'linked' | 'free';
  /** More controls at the end of the toolbar, such as a theme switch. */
  actions?: ReactNode;
  /** Where the full text behind a shortened one can be fetched, by side; nothing is fetched unless the reader asks. */
  contentUrl?: { readonly left?: ItemScope['contentUrl']; readonly right?: ItemScope['contentUrl'] };
}

/**
 * When to use it: to judge two runs of a task against each other: two models, two prompts, before and after.
 *
 * Shows two sessions side by side, aligned by tool and file: what differs, marked by shape and word; their totals; going from difference to
 * difference; the details of a pair with a diff of its input and output; two clocks, linked or free. Sessions may have any number of calls:
 * only visible rows are drawn, and more than a thousand items are compared in slices, while the page stays responsive
 * (`[data-state="comparing"]`); give it replays made by `useSlicedReplay` then. It fills its container; if that is narrow, both sides share
 * one column.
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
