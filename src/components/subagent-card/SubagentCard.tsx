'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId, useMemo } from 'react';
import type { Session } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { detailWords } from '../language/english/detail.ts';
import { phasesWords } from '../language/english/phases.ts';
import { subagentShares, subagentUses } from '../shared/call/callFacts.ts';
import { Chevron, Disclosure } from '../shared/Disclosure.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { ShareBar } from '../shared/ShareBar.tsx';
import { ToolShares } from '../shared/ToolName.tsx';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import { SubagentTimeline } from '../subagent-timeline/SubagentTimeline.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.ts';
import { findSubagent, type Subagent } from './findSubagent.ts';

/** Props of {@link SubagentCard}. */
export interface SubagentCardProps extends OpenProps, Omit<ComponentPropsWithoutRef<'section'>, 'children' | 'id'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
  /** Id of the inner run, or of the call that started it. */
  subagent: string;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
  /** Stands under the header when the card is open, in place of the inner timeline. */
  children?: ReactNode;
}

/**
 * When to use it: in details, and in overviews of who did what.
 *
 * A subagent at a glance: its type and task, what came of it, its calls, tokens and tools; it opens on its inner calls, at
 * any depth. Nothing where the session has no such subagent.
 */
export const SubagentCard = forwardRef<HTMLElement, SubagentCardProps>(function SubagentCard(
  { session, subagent: id, scope, children, className, open: given, defaultOpen, onOpenChange, ...rest },
  ref,
) {
  const { t } = useKit(detailWords);
  const [open, toggle] = useOpen({ open: given, defaultOpen, onOpenChange });
  const bodyId = useId();
  const found = useMasked(useMemo(() => findSubagent(session, id), [session, id]));
  if (found === undefined) return null;
  const { run, info } = found;
  const inner = children ?? (run === undefined ? undefined : <InnerRun {...{ session, found, scope }} />);
  return (
    <section
      ref={ref}
      className={joinClasses('ark', 'ark-subagent', className)}
      data-open={open ? '' : undefined}
      {...rest}
    >
      <div className="ark-subagent__head">
        <Chevron open={open} />
        <Icon name="agent" />
        <Disclosure className="ark-line-button ark-subagent__button" open={open} onToggle={toggle} controls={bodyId}>
          <span className="ark-subagent__type">
            <OneLine text={info.subagent_type === '' ? t('detail.subagent') : info.subagent_type} />
          </span>{' '}
          <OneLine text={taskOf(found)} />
        </Disclosure>
        <OutcomeText outcome={found.outcome} />
        <span className="ark-subagent__bar">
          <ShareBar shares={subagentShares(info)} />
        </span>
        <SubagentFigures subagent={found} />
      </div>
      {open ? (
        <div id={bodyId} className="ark-subagent__body">
          <div className="ark-subagent__shares">
            {info.tools_breakdown === undefined || info.tools_breakdown.length === 0 ? (
              <p className="ark-subagent__quiet">{t('subagent.noBreakdown')}</p>
            ) : (
              <ToolShares shares={subagentShares(info)} />
            )}
          </div>
          {inner ?? <p className="ark-subagent__quiet">{t('subagent.noRun')}</p>}
        </div>
      ) : null}
    </section>
  );
});

function taskOf({ call, run }: Subagent): string {
  const prompt = call?.input.params.prompt;
  return run?.task?.description ?? call?.input.description ?? (typeof prompt === 'string' ? prompt : '');
}

function InnerRun({ session, found, scope }: { session: Session; found: Subagent; scope: ItemScope | undefined }) {
  const run = session.sub_sessions.find(({ sub_session_id }) => sub_session_id === found.run?.sub_session_id);
  return run === undefined ? null : <SubagentTimeline session={session} run={run} scope={scope} />;
}

/** Props of {@link SubagentFigures}. */
interface SubagentFiguresProps {
  subagent: Subagent;
}

/** Calls, failures, tokens and length of a subagent's run; what nobody counted is left out. */
export function SubagentFigures({ subagent: { info, failures, durationMs } }: SubagentFiguresProps): ReactElement {
  const { t, formatters } = useKit(phasesWords);
  return (
    <span className="ark-subagent__figures">
      <span>{t('call.uses', { n: subagentUses(info) })}</span>
      {failures > 0 ? <span data-failed="">{t('phase.errors', { n: failures })}</span> : null}
      {info.tokens_used === undefined ? null : (
        <span className="ark-subagent__tokens">{t('tokens', { tokens: formatters.tokens(info.tokens_used) })}</span>
      )}
      {durationMs === undefined ? null : (
        <span className="ark-subagent__duration">{formatters.duration(durationMs)}</span>
      )}
    </span>
  );
}
