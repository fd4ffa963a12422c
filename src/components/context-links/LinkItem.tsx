'use client';
import { type ReactElement, useMemo } from 'react';
import {
  type CallItem,
  type ContextLink,
  contextTypeOf,
  explainLink,
  type LinkReason,
  type SessionIndex,
} from '../../replay/index.ts';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { Icon } from '../icons/Icon.tsx';
import { useMasked } from '../masking/useMasked.ts';
import { ArgumentText } from '../shared/ArgumentText.tsx';
import { callArgument } from '../shared/call/callArgument.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { RowTime } from '../shared/RowTime.tsx';
import { ToolName } from '../shared/ToolName.tsx';
import { useKit } from '../theme/useKit.ts';
import { LinkReasonText } from './LinkReasonText.tsx';

/** Props of {@link LinkItem}. */
export interface LinkItemProps {
  index: SessionIndex;
  link: ContextLink;
  /** Which end of the link is shown. */
  end: 'from' | 'to';
  scope: ItemScope | undefined;
  onSelect: ((id: string) => void) | undefined;
}

const relevances = { strong: 'high', medium: 'medium', weak: 'low' } as const;

/** One end of a link: the call, when it was, and why it is believed to be linked. */
export function LinkItem({ index, link, end, scope, onSelect }: LinkItemProps): ReactElement | null {
  const item = index.items[link[end]] as CallItem;
  const from = useMasked((index.items[link.from] as CallItem).call);
  const to = useMasked((index.items[link.to] as CallItem).call);
  const reasons = useMemo(() => explainLink(index, link, { from, to }), [index, link, from, to]);
  const { t } = useKit();
  const call = end === 'from' ? from : to;
  const strength = t(`relevance.${relevances[link.strength]}`);
  const subject = (
    <>
      <ToolName name={call.tool_name} /> <ArgumentText argument={callArgument(call)} cwd={scope?.cwd} />
    </>
  );
  return (
    <li className="ark-link-list__item" data-strength={link.strength} title={strength}>
      {end === 'from' ? (
        <ContextMark type={contextTypeOf(item.call)} relevance={relevances[link.strength]} />
      ) : (
        <span data-category={call.tool_category} className="ark-link-list__tool">
          <Icon name={toolFamily(call.tool_name)} size={14} />
        </span>
      )}
      <span className="ark-link-list__call">
        {onSelect === undefined ? (
          subject
        ) : (
          <button type="button" className="ark-line-button ark-link-list__button" onClick={() => onSelect(item.id)}>
            {subject}
          </button>
        )}
      </span>
      <span className="ark-link-list__time">
        <RowTime at={call.started_at} scope={scope} />
      </span>
      <Reasons reasons={reasons} scope={scope} />
    </li>
  );
}

function Reasons({ reasons, scope }: { reasons: readonly LinkReason[]; scope: ItemScope | undefined }): ReactElement {
  return (
    <span className="ark-link-list__why">
      {reasons.map((reason) => (
        <LinkReasonText key={reason.kind} reason={reason} cwd={scope?.cwd} />
      ))}
    </span>
  );
}
