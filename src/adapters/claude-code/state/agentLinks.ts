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
  // Keyed, not listed: an agent of a long log may be called thousands of times.
  private readonly candidates = new Map<string, Map<string, Candidate>>();
  private readonly prompts = new Map<number, Set<string>>();
  private readonly starts = new Map<string, AgentStart>();
  private readonly ran = new Set<string>();
  private readonly linked = new Set<string>();

  note(agentId: string, callId: string, evidence: Evidence): void {
    const known = this.candidates.get(agentId) ?? new Map<string, Candidate>();
    const key = `${evidence} ${callId}`;
    if (!known.has(key)) known.set(key, { callId, evidence });
    this.candidates.set(agentId, known);
  }

  /** Notes a call that starts a subagent. */
  noteStart(callId: string, prompt: string | undefined, start: AgentStart): void {
    this.starts.set(callId, start);
    if (prompt === undefined) return;
    const key = fingerprint(prompt.trim());
    const calls = this.prompts.get(key) ?? new Set<string>();
    calls.add(callId);
    this.prompts.set(key, calls);
  }

  /** Notes that a call did start its subagent. */
  noteRan(callId: string): void {
    this.ran.add(callId);
  }

  /** The calls whose subagents ran; those that are linked are not named. */
  *ranUnlinked(): Generator<string> {
    for (const callId of this.ran) if (!this.linked.has(callId)) yield callId;
  }

  noteLinked(callIds: Iterable<string>): void {
    for (const callId of callIds) this.linked.add(callId);
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
    const calls = this.prompts.get(fingerprint(prompt.trim()));
    const [first] = calls ?? [];
    if (first !== undefined) calls?.delete(first);
    return first;
  }

  /** The calls that may have started an agent, the surest first. An agent that was resumed has several. */
  callsOf(agentId: string): string[] {
    const known = [...(this.candidates.get(agentId)?.values() ?? [])];
    return known.sort((a, b) => ranks[a.evidence] - ranks[b.evidence]).map(({ callId }) => callId);
  }
}
