'use client';
import type { ReactElement } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { ChecklistItems } from '../checklist/ChecklistItems.tsx';
import { replayWords } from '../language/english/replay.ts';
import { useMasked } from '../masking/useMasked.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { PathText } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { UsageBadge } from '../usage-badge/UsageBadge.tsx';
import { StateFact } from './StateFact.tsx';
import type { StateAt } from './stateAt.ts';
import { TouchedFiles } from './TouchedFiles.tsx';

/** Props of {@link StateFacts}. */
export interface StateFactsProps {
  id: string;
  index: SessionIndex;
  state: StateAt;
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
}

/** All that a state is made of; what the log does not tell is said to be unknown, and not taken for nothing. */
export function StateFacts({ id, index, state, scope, onSelect }: StateFactsProps): ReactElement {
  const { t, formatters } = useKit(replayWords);
  const { checklist, workdir, context, tokens, files } = useMasked(state);
  const [none, unknown] = [t('state.none'), t('state.unknown')];
  return (
    <dl className="ark-state__facts" id={id}>
      <StateFact name={t('plan')} otherwise={none}>
        {checklist && <ChecklistItems id={`${id}-plan`} items={checklist.plan.items} changes={checklist} />}
      </StateFact>
      <StateFact name={t('workdir')} otherwise={unknown}>
        {workdir.path && <PathText path={workdir.path} />}
      </StateFact>
      <StateFact name={t('state.context')} otherwise={unknown}>
        {context.tokens && (
          <>
            {t('tokens', { tokens: formatters.number(context.tokens) })}{' '}
            {context.model && <OneLine text={context.model} face="mono" />}
          </>
        )}
      </StateFact>
      <StateFact name={t('state.tokens')} otherwise={unknown}>
        {Object.keys(tokens.main).length + Object.keys(tokens.inner).length > 0 ? (
          <UsageBadge className="ark-state__usage" usage={tokens.main} inner={tokens.inner} detail="full" />
        ) : null}
      </StateFact>
      <StateFact name={t('state.files')} otherwise={none}>
        {files.length > 0 ? <TouchedFiles index={index} files={files} scope={scope} onSelect={onSelect} /> : null}
      </StateFact>
    </dl>
  );
}
