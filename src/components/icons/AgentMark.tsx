'use client';
import type { ReactElement } from 'react';
import { circle } from './iconShapes.ts';

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

/** One line drawing an agent, in a 12 px box; no tool's own sign. */
const agentShapes = {
  /** A mark between letters. */
  cursor:
    'M3.75 2c1.5 0 2.25.5 2.25 1.5C6 2.5 6.75 2 8.25 2M6 3.5v5M3.75 10c1.5 0 2.25-.5 2.25-1.5 0 1 .75 1.5 2.25 1.5',
  /** A quill's stroke. */
  claude: 'M2 10.25 4.25 8V5L10 2 7.25 8h-3',
  /** A book with its back. */
  codex: 'M2.5 2h5.25a1.75 1.75 0 0 1 1.75 1.75V10H4.25A1.75 1.75 0 0 1 2.5 8.25zM2.5 8.25A1.5 1.5 0 0 1 4 6.75h5.5',
  /** Two seats. */
  copilot: 'M2 10V7a1.75 1.75 0 0 1 3.5 0v3M6.5 10V7A1.75 1.75 0 0 1 10 7v3M2 2.5h8',
  /** Twins. */
  gemini: 'M2 2.25c2.5 1.25 5.5 1.25 8 0M2 9.75c2.5-1.25 5.5-1.25 8 0M4.25 3v6M7.75 3v6',
  /** A crescent. */
  kimi: 'M8.75 2.25A4.25 4.25 0 1 0 10 8.5 4 4 0 0 1 8.75 2.25z',
  /** A lantern. */
  kiro: 'M4 1.75h4M3.25 4.5h5.5v3a2.75 2.75 0 0 1-5.5 0z',
  /** An open bracket with something in it. */
  opencode: 'M5 2H2.5v8H5M8 4.5l1.75 1.5L8 7.5',
  /** The letter. */
  pi: 'M1.75 4c0-1 .5-1.5 1.5-1.5h7M4.5 2.5V10M8 2.5v6c0 1 .5 1.5 1.5 1.5',
  /** A round with a tail. */
  qwen: `${circle(5.75, 5.5, 3.75)}M7 7l3 3.25`,
  /** A page: a session by itself, a workflow, a plan. */
  other: 'M3 1.75h4l2.25 2.25v6.25H3z',
} as const;

type AgentKind = keyof typeof agentShapes;

interface Agent {
  readonly kind: AgentKind;
  /** What it is called as one who speaks. */
  readonly name: string;
}

const claude: Agent = { kind: 'claude', name: 'Claude' };
const codex: Agent = { kind: 'codex', name: 'Codex' };

/** By the id of a format, or the name of a command line tool in a session's environment. */
const agents: ReadonlyMap<string, Agent> = new Map([
  ['claude-code', claude],
  ['claude-stream', claude],
  ['codex', codex],
  ['codex-exec-json', codex],
  ['codex-log', codex],
  ['codex-rollout', codex],
  ['copilot-cli', { kind: 'copilot', name: 'Copilot' }],
  ['cursor', { kind: 'cursor', name: 'Cursor' }],
  ['gemini-cli', { kind: 'gemini', name: 'Gemini' }],
  ['kimi', { kind: 'kimi', name: 'Kimi' }],
  ['kiro-cli', { kind: 'kiro', name: 'Kiro' }],
  ['opencode', { kind: 'opencode', name: 'OpenCode' }],
  ['pi', { kind: 'pi', name: 'pi' }],
  ['qwen-code', { kind: 'qwen', name: 'Qwen' }],
]);

/** The agent of a known tool or format; undefined of others. */
export function agentOf(id: string | undefined): Agent | undefined {
  return id === undefined ? undefined : agents.get(id);
}
