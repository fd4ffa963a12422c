import type { CSSProperties, ReactElement } from 'react';
import { toolFamily, toolLabel } from '../../session/facts/toolFacts.ts';
import { Icon } from '../icons/Icon.tsx';
import { useKit } from '../theme/useKit.ts';
import type { ToolShare } from './call/callFacts.ts';
import { OneLine } from './LogText.tsx';

/** Props of {@link ToolName}. */
export interface ToolNameProps {
  name: string;
}

/** A tool's name as the log has it; the name of an MCP tool follows that of its server. */
export function ToolName({ name }: ToolNameProps): ReactElement {
  const label = toolLabel(name);
  if (label.server === undefined) return <OneLine className="ark-tool-name" translate="no" text={label.name} />;
  return (
    <span className="ark-tool-name" data-parts="" translate="no">
      <span className="ark-tool-name__server">
        <OneLine text={label.server} />{' '}
      </span>
      <OneLine text={label.name} />
    </span>
  );
}

interface ToolSharesProps {
  /** Most used first. */
  shares: readonly ToolShare[];
}

/** How often each tool was used: a bar and a number each. */
export function ToolShares({ shares }: ToolSharesProps): ReactElement | null {
  const { formatters } = useKit();
  if (shares.length === 0) return null;
  const most = shares[0]?.count ?? 1;
  return (
    <ul className="ark-shares">
      {shares.map(({ name, count, category }) => (
        <li key={name} className="ark-shares__share" data-category={category}>
          <Icon name={toolFamily(name)} size={14} />
          <OneLine text={name} />
          <span
            className="ark-shares__bar"
            aria-hidden="true"
            style={{ '--ark-share': `${(count / most) * 100}%` } as CSSProperties}
          />
          <span>{formatters.number(count)}</span>
        </li>
      ))}
    </ul>
  );
}
