'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId, useMemo } from 'react';
import type { Session, ToolCall } from '../../session/index.ts';
import { useMasked } from '../masking/useMasked.ts';
import { useReveal } from '../masking/useReveal.ts';
import { callState } from '../shared/call/callState.ts';
import { fileChanges } from '../shared/call/fileChanges.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { KitContext } from '../theme/KitContext.ts';
import { useKit } from '../theme/useKit.ts';
import { ChangesSection } from './ChangesSection.tsx';
import { ContributionSection } from './ContributionSection.tsx';
import type { CallSteps } from './callSteps.ts';
import { DetailHeader } from './DetailHeader.tsx';
import { InferredSection } from './InferredSection.tsx';
import { InputSection } from './InputSection.tsx';
import { OutputSection } from './OutputSection.tsx';
import { ReasonSection, startsWithOutput } from './ReasonSection.tsx';
import { asksAgent, RunSections, shownOfRun } from './RunSections.tsx';
import { SourceSection } from './SourceSection.tsx';

/** Props of {@link ToolCallDetail}. */
export interface ToolCallDetailProps extends Omit<ComponentPropsWithoutRef<'article'>, 'children'> {
  /** The call, with all that came of it. */
  call: ToolCall;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** To the playhead; a running call does not show what comes of it. @default 'done' */
  standing?: 'done' | 'running' | 'ahead';
  /** With it, the header counts and has buttons for the calls before and after. */
  steps?: CallSteps;
  /** Level of the header in the page's outline; sections are one below. @default 2 */
  headingLevel?: 2 | 3 | 4;
  /** The session that the call is of: with it, the run that the call started says what it came to and what it answered. */
  session?: Session | undefined;
  /** More sections: context links, annotations, whatever a host knows of the call. */
  children?: ReactNode;
}

/**
 * A tool call whole: input, changes, output, what it contributed, what was inferred and where it comes from. Of a call that did
 * not go well, why comes first; of one that changed files, the diff; of one that ran a subagent, what that came to, answered and was asked.
 *
 * When to use it: beside a list, or in a sheet under it; it scrolls by itself where its host limits its height.
 */
export const ToolCallDetail = forwardRef<HTMLElement, ToolCallDetailProps>(function ToolCallDetail(
  { call: logged, scope: around, standing = 'done', steps, session, headingLevel = 2, className, children, ...rest },
  ref,
) {
  const outside = useKit();
  const { shown: call, kit, reveal } = useReveal(logged);
  const titleId = useId();
  const level = (headingLevel + 1) as 3 | 4 | 5;
  const scope = useMasked(around);
  const part = { call, level, scope };
  const state = callState(call, standing);
  const outputFirst = startsWithOutput(call, state);
  // A diff says what its parameters say, and better.
  const changed = useMemo(() => fileChanges(call).length > 0, [call]);
  const asked = asksAgent(call);
  const folded = changed || asked;
  return (
    <KitContext.Provider value={kit}>
      <article ref={ref} className={joinClasses('ark', 'ark-detail', className)} aria-labelledby={titleId} {...rest}>
        <DetailHeader
          call={call}
          scope={scope}
          standing={standing}
          steps={steps}
          headingLevel={headingLevel}
          titleId={titleId}
          reveal={reveal}
        />
        <div className="ark-detail__body">
          <ReasonSection call={call} standing={standing} />
          {outputFirst ? <OutputSection {...part} /> : null}
          {call.subagent_info === undefined ? null : <RunSections {...part} session={session} standing={standing} />}
          {folded ? null : <InputSection {...part} />}
          <ChangesSection {...part} state={state} />
          {standing === 'running' || outputFirst || asked ? null : <OutputSection {...part} />}
          {standing === 'running' ? null : <ContributionSection {...part} />}
          {folded ? <InputSection {...part} shown={asked ? shownOfRun : undefined} folded /> : null}
          {/* They know nothing of this call's masks. */}
          <KitContext.Provider value={outside}>{children}</KitContext.Provider>
          <InferredSection {...part} />
          <SourceSection {...part} />
        </div>
      </article>
    </KitContext.Provider>
  );
});
