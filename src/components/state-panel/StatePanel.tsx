'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId, useState } from 'react';
import {
  type ChecklistState,
  type ContextInUse,
  checklistAt,
  contextAt,
  endOf,
  filesAt,
  type Position,
  type SessionIndex,
  sessionMs,
  type TokensSoFar,
  type TouchedFile,
  tokensApartAt,
  type Workdir,
  workdirAt,
} from '../../replay/index.ts';
import { itemsPerStep } from '../../replay/internal.ts';
import { ChecklistItems } from '../checklist/Checklist.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { replayWords } from '../language/english/replay.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { Disclosure, type OpenProps, useOpen } from '../shared/Disclosure.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { PathText, relativePath } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';
import { UsageBadge } from '../usage-badge/UsageBadge.tsx';

const ownWords = { ...phasesWords, ...replayWords };

interface TouchedFilesProps {
  index: SessionIndex;
  files: readonly TouchedFile[];
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
}

/** More files than this are shown only when asked for. */
const most = 12;

/** Files, what was done to each, and how often; each leads to the last call that changed it, else to the last that read it. */
function TouchedFiles({ index, files, scope, onSelect }: TouchedFilesProps): ReactElement {
  const { t } = useKit(ownWords);
  const [whole, setWhole] = useState(false);
  const shown = whole ? files : files.slice(0, most);
  return (
    <>
      <ul className="ark-state__files">
        {shown.map(({ path, access, changes, reads, last, lastChange }) => {
          const id = index.items[lastChange ?? last]?.id;
          const name = <PathText path={relativePath(path, scope?.cwd)} />;
          return (
            <li key={path} className="ark-state__file" data-access={access}>
              {onSelect === undefined || id === undefined ? (
                name
              ) : (
                <button type="button" className="ark-state__go" onClick={() => onSelect(id)}>
                  {name}
                </button>
              )}{' '}
              <span className="ark-state__access">
                {[
                  ...(access === 'created' || access === 'deleted' ? [t(`state.access.${access}`)] : []),
                  ...(changes > 0 ? [t('state.changes', { n: changes })] : []),
                  ...(reads > 0 ? [t('state.reads', { n: reads })] : []),
                ].join(' \u00b7 ')}
              </span>
            </li>
          );
        })}
      </ul>
      {shown.length === files.length ? null : (
        <ActionButton label={t('phase.more', { n: files.length - shown.length })} onClick={() => setWhole(true)} />
      )}
    </>
  );
}

interface StateFactsProps {
  id: string;
  index: SessionIndex;
  state: StateAt;
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
}

/** All parts of a state. What the log says only later is shown as still to come; what it never says, as unknown. */
export function StateFacts({ id, index, state, scope, onSelect }: StateFactsProps): ReactElement {
  const { t, formatters } = useKit(replayWords);
  const { checklist, workdir, context, tokens, files } = useMasked(state);
  const [none, unknown] = [t('state.none'), t('state.unknown')];
  const inAll = tokensApartAt(index, endOf(index));
  return (
    <dl className="ark-state__facts" id={id}>
      <StateFact name={t('plan')} otherwise={none}>
        {checklist && <ChecklistItems id={`${id}-plan`} items={checklist.plan.items} changes={checklist} />}
      </StateFact>
      <StateFact name={t('workdir')} otherwise={unknown}>
        {workdir.path && <PathText path={workdir.path} />}
      </StateFact>
      <StateFact name={t('state.context')} otherwise={contextAt(index, endOf(index)).tokens ? none : unknown}>
        {context.tokens && (
          <>
            {t('tokens', { tokens: formatters.number(context.tokens) })}{' '}
            {context.model && <OneLine text={context.model} face="mono" />}
          </>
        )}
      </StateFact>
      <StateFact name={t('state.tokens')} otherwise={hasTokens(inAll) ? none : unknown}>
        {hasTokens(tokens) ? (
          <UsageBadge className="ark-state__usage" usage={tokens.main} inner={tokens.inner} detail="full" />
        ) : null}
      </StateFact>
      <StateFact name={t('state.files')} otherwise={none}>
        {files.length > 0 ? <TouchedFiles index={index} files={files} scope={scope} onSelect={onSelect} /> : null}
      </StateFact>
    </dl>
  );
}

function hasTokens({ main, inner }: StateAt['tokens']): boolean {
  return Object.keys(main).length + Object.keys(inner).length > 0;
}

interface StateFactProps {
  name: string;
  /** What is said where there is nothing to show. */
  otherwise: string;
  children: ReactNode;
}

/** One part of a state, or why there is nothing to show. */
function StateFact({ name, otherwise, children }: StateFactProps): ReactElement {
  return (
    <div className="ark-state__fact">
      <dt className="ark-state__name">{name}</dt>
      <dd className="ark-state__value">{children ?? <span className="ark-state__unknown">{otherwise}</span>}</dd>
    </div>
  );
}

/** State of the session's own agent at a position, and the tokens used so far by it and its subagents. */
interface StateAt {
  readonly checklist: ChecklistState | undefined;
  readonly workdir: Workdir;
  readonly context: ContextInUse;
  readonly tokens: { readonly main: TokensSoFar; readonly inner: TokensSoFar };
  /** The last touched first. */
  readonly files: readonly TouchedFile[];
}

/** Folds the session up to a position. Each fold has checkpoints, so that going back costs no more than going forward. */
export function stateAt(index: SessionIndex, position: Position): StateAt {
  return {
    checklist: checklistAt(index, position),
    workdir: workdirAt(index, position),
    context: contextAt(index, position),
    tokens: tokensApartAt(index, position),
    files: [...filesAt(index, position)].sort((a, b) => b.last - a.last),
  };
}

/** Folds a whole session step by step, so that {@link stateAt} takes the same short time at any position. */
export function* stateSteps(index: SessionIndex): Generator<undefined, void> {
  for (let item = itemsPerStep; item < index.items.length; item += itemsPerStep) {
    const position = { item, at: sessionMs(index.starts[item] as number) };
    checklistAt(index, position);
    workdirAt(index, position);
    contextAt(index, position);
    tokensApartAt(index, position);
    yield;
  }
}

/** The figures of a state on one line; what is not known is left out. */
export function useStateSummary({ checklist, files, context }: StateAt): string {
  const { t, formatters } = useKit(replayWords);
  const items = checklist?.plan.items ?? [];
  const done = items.filter(({ status }) => status === 'completed').length;
  return [
    ...(items.length > 0 ? [t('plan.progress', { done, n: items.length })] : []),
    ...(files.length > 0 ? [t('state.fileCount', { n: files.length })] : []),
    ...(context.tokens === undefined ? [] : [t('state.inContext', { tokens: formatters.tokens(context.tokens) })]),
  ].join(' \u00b7 ');
}

/** Props of {@link StatePanel}. */
export interface StatePanelProps extends OpenProps, Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onSelect'> {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** The position whose state is shown. */
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
