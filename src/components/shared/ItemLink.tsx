'use client';
import type { ReactElement } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { eventText } from '../../session/facts/eventText.ts';
import { useMasked } from '../theme/useMasked.ts';
import { ArgumentText } from './ArgumentText.tsx';
import { callArgument } from './call/callArgument.ts';
import type { ItemScope } from './itemPlace.ts';
import { OneLine } from './OneLine.tsx';
import { ToolName } from './ToolName.tsx';

/** Props of {@link ItemLink}. */
export interface ItemLinkProps {
  index: SessionIndex;
  /** Position in `index.items`. */
  item: number;
  scope: ItemScope | undefined;
  /** Called with the item's id; without it, it is not a link. */
  onSelect: ((id: string) => void) | undefined;
}

/** A call or an event on one line that leads there. */
export function ItemLink({ index, item: at, scope, onSelect }: ItemLinkProps): ReactElement | null {
  const item = index.items[at];
  const call = useMasked(item?.is === 'call' ? item.call : undefined);
  const event = useMasked(item?.is === 'event' ? item.event : undefined);
  if (item === undefined) return null;
  const subject = call ? (
    <>
      <ToolName name={call.tool_name} /> <ArgumentText argument={callArgument(call)} cwd={scope?.cwd} />
    </>
  ) : (
    <OneLine text={event === undefined ? '' : eventText(event)} />
  );
  if (onSelect === undefined) return <span className="ark-item-link">{subject}</span>;
  return (
    <button type="button" className="ark-line-button ark-item-link" onClick={() => onSelect(item.id)}>
      {subject}
    </button>
  );
}
