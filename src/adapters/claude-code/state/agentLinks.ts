import { fingerprint } from '../text/fingerprint.ts';

/** How surely a subagent is known to belong to a call; the surest wins. */
const ranks = { meta: 0, result: 1, text: 2, progress: 3, prompt: 4 } as const;

type Evidence = keyof typeof ranks;

/** What the call says of the subagent that it starts. */
export interface AgentStart {
  type: string;
  description: string | undefined;
}

interface Candidate {
  callId: string;
  evidence: Evidence;
}

/** Gathers what ties subagents to the calls that started them. */
export class AgentLinks {
  private readonly candidates = new Map<string, Candidate[]>();
  private readonly prompts = new Map<number, string[]>();
  private readonly starts = new Map<string, AgentStart>();

  note(agentId: string, callId: string, evidence: Evidence): void {
    const list = this.candidates.get(agentId) ?? [];
    if (!list.some((each) => each.callId === callId && each.evidence === evidence)) list.push({ callId, evidence });
    this.candidates.set(agentId, list);
  }

  /** Notes a call that starts a subagent. */
  noteStart(callId: string, prompt: string | undefined, start: AgentStart): void {
    this.starts.set(callId, start);
    if (prompt === undefined) return;
    const key = fingerprint(prompt.trim());
    const list = this.prompts.get(key) ?? [];
    if (!list.includes(callId)) list.push(callId);
    this.prompts.set(key, list);
  }

  /** What a call says of the subagent that it starts. */
  startOf(callId: string): AgentStart | undefined {
    return this.starts.get(callId);
  }

  /** Whether anything but a prompt speaks for this agent having been called. */
  isKnown(agentId: string): boolean {
    return this.candidates.has(agentId);
  }

  /** A call with this prompt that no agent has taken yet; takes it. */
  takePrompt(prompt: string): string | undefined {
    return this.prompts.get(fingerprint(prompt.trim()))?.shift();
  }

  /** The calls that may have started an agent, the surest first. An agent that was resumed has several. */
  callsOf(agentId: string): string[] {
    const list = [...(this.candidates.get(agentId) ?? [])];
    return list.sort((a, b) => ranks[a.evidence] - ranks[b.evidence]).map(({ callId }) => callId);
  }
}
