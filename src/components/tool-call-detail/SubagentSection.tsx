'use client';
import type { ReactElement } from 'react';
import { subagentShares } from '../shared/call/subagentShares.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { Section } from '../shared/Section.tsx';
import { ToolShares } from '../shared/ToolShares.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DetailPart } from './part.ts';

/** The subagent that a call ran: its type, its calls, its tokens, and which tools it used how often. */
export function SubagentSection({ call: { subagent_info }, level }: DetailPart): ReactElement | null {
  const { t, formatters } = useKit();
  if (subagent_info === undefined) return null;
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
      <ToolShares shares={subagentShares(subagent_info)} />
    </Section>
  );
}
