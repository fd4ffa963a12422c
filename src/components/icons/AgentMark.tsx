'use client';
import type { ReactElement } from 'react';
import { agentOf, agentShapes } from './agents.ts';

/** Props of {@link AgentMark}. */
export interface AgentMarkProps {
  /**
   * The format of its logs (`claude-code`, `codex-log`), or the name of its command line tool: each agent has a shape and a colour,
   * drawn for the kit; all others share one.
   * @selector [data-agent]
   */
  of: string;
}

/**
 * When to use it: beside the name of an agent, or of the format of its logs; it says nothing by itself.
 *
 * The mark of an agent.
 */
export function AgentMark({ of }: AgentMarkProps): ReactElement {
  const kind = agentOf(of)?.kind ?? 'other';
  return (
    <svg
      className="ark-agent-mark"
      viewBox="0 0 12 12"
      width={12}
      height={12}
      focusable={false}
      aria-hidden="true"
      data-agent={kind}
    >
      <path d={agentShapes[kind]} />
    </svg>
  );
}
