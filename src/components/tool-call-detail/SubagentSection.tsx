'use client';
import type { CSSProperties, ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { toolFamily } from '../icons/toolFamily.ts';
import { subagentShares } from '../shared/call/subagentShares.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DetailPart } from './part.ts';

/** The subagent that a call ran: its type, its calls, its tokens, and which tools it used how often. */
export function SubagentSection({ call: { subagent_info }, level }: DetailPart): ReactElement | null {
  const { t, formatters } = useKit();
  if (subagent_info === undefined) return null;
  const shares = subagentShares(subagent_info);
  const most = shares[0]?.count ?? 1;
  return (
    <Section
      name="subagent"
      level={level}
      title={t('detail.subagent')}
      aside={<OneLine text={subagent_info.subagent_type} />}
      actions={
        <>
          <span>{t('call.uses', { n: subagent_info.tool_uses })}</span>
          {subagent_info.tokens_used === undefined ? null : (
            <span>{t('tokens', { tokens: formatters.tokens(subagent_info.tokens_used) })}</span>
          )}
        </>
      }
    >
      {shares.length === 0 ? null : (
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
      )}
    </Section>
  );
}
