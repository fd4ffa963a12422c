'use client';
import { type ComponentPropsWithoutRef, forwardRef, useId } from 'react';
import type { Position, SessionIndex } from '../../replay/index.ts';
import { replayWords } from '../language/english/replay.ts';
import { Disclosure } from '../shared/Disclosure.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import { useKit } from '../theme/useKit.ts';
import { StateFacts, stateAt, useStateSummary } from './StateFacts.tsx';

/** Props of {@link StatePanel}. */
export interface StatePanelProps extends OpenProps, Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** As of where. */
  position: Position;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** With it, a file leads to the last call that changed it, else to the last that read it: takes the id of an item. */
  onSelect?: ((id: string) => void) | undefined;
}

/**
 * When to use it: beside a timeline, to see how far the agent was at the playhead.
 *
 * The state of a session as of a position: its checklist, its folder, what fills the agent's context, tokens so far, the files
 * touched so far, the latest first. Folded it is one line of figures, 36 px high.
 */
export const StatePanel = forwardRef<HTMLDivElement, StatePanelProps>(function StatePanel(
  { index, position, scope, onSelect, open: given, defaultOpen, onOpenChange, className, ...rest },
  ref,
) {
  const { t, formatters } = useKit(replayWords);
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const factsId = useId();
  const state = stateAt(index, position);
  const summary = useStateSummary(state);
  return (
    <div ref={ref} className={joinClasses('ark', 'ark-state', className)} {...rest}>
      <Disclosure
        className="ark-state__head"
        chevron={{ at: 'start', size: 14 }}
        open={open}
        onToggle={toggle}
        controls={factsId}
      >
        <span className="ark-state__title">{t('state', { time: formatters.clock(position.at) })}</span>{' '}
        <span className="ark-state__summary">{summary}</span>
      </Disclosure>
      {open ? <StateFacts id={factsId} index={index} state={state} scope={scope} onSelect={onSelect} /> : null}
    </div>
  );
});
