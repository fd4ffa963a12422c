import type { Outcome } from '../../session/index.ts';
import { textHash } from '../hashText.ts';
import type { Run } from './run.ts';

/** How reliably a subagent belongs to a call; the most reliable wins. */
const ranks = { meta: 0, result: 1, text: 2, progress: 3, prompt: 4 } as const;

type Evidence = keyof typeof ranks;

/** What the call says about the subagent that it starts. */
interface AgentStart {
  type: string;
  description: string | undefined;
}

interface Candidate {
  callId: string;
  evidence: Evidence;
}

/** Collects the evidence that links subagents to the calls that started them. */
export class AgentLinks {
  // A map rather than a list: an agent of a long log may be called thousands of times.
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

  /** Adds a call that starts a subagent. */
  noteStart(callId: string, prompt: string | undefined, start: AgentStart): void {
    this.starts.set(callId, start);
    if (prompt === undefined) return;
    const key = textHash(prompt.trim());
    const calls = this.prompts.get(key) ?? new Set<string>();
    calls.add(callId);
    this.prompts.set(key, calls);
  }

  /** Records that a call did start its subagent. */
  noteRan(callId: string): void {
    this.ran.add(callId);
  }

  /** The calls whose subagents ran, without those that are linked. */
  *ranUnlinked(): Generator<string> {
    for (const callId of this.ran) if (!this.linked.has(callId)) yield callId;
  }

  noteLinked(callIds: Iterable<string>): void {
    for (const callId of callIds) this.linked.add(callId);
  }

  /** The type of an agent as stated by the call that started it; undefined if no such call is known. */
  typeOf(agentId: string | undefined): string | undefined {
    const calls = agentId === undefined ? [] : [...(this.candidates.get(agentId)?.values() ?? [])];
    return calls.map(({ callId }) => this.starts.get(callId)?.type).find((type) => type !== undefined);
  }

  /** What a call says about the subagent that it starts. */
  startOf(callId: string): AgentStart | undefined {
    return this.starts.get(callId);
  }

  /** Whether there is evidence other than the prompt that this agent was called. */
  isKnown(agentId: string): boolean {
    return this.candidates.has(agentId);
  }

  /** Returns a call with this prompt that no agent has taken yet, and takes it. */
  takePrompt(prompt: string): string | undefined {
    const calls = this.prompts.get(textHash(prompt.trim()));
    const [first] = calls ?? [];
    if (first !== undefined) calls?.delete(first);
    return first;
  }

  /** The calls that may have started an agent, the most reliable first. A resumed agent has several. */
  callsOf(agentId: string): string[] {
    const known = [...(this.candidates.get(agentId)?.values() ?? [])];
    return known.sort((a, b) => ranks[a.evidence] - ranks[b.evidence]).map(({ callId }) => callId);
  }
}

/** Links the runs of workflows to the calls that started them. */
export class WorkflowLinks {
  private readonly calls: { callId: string; said: string }[] = [];
  private readonly tasks = new Map<string, string>();

  /** Adds a call of the tool `Workflow`, with everything in its result. */
  noteCall(callId: string, said: string): void {
    this.calls.push({ callId, said });
  }

  /** Records which task a run was. */
  noteTask(workflow: string, taskId: string): void {
    this.tasks.set(workflow, taskId);
  }

  /** The call whose result names the run, or the run's task. */
  callOf(workflow: string): string | undefined {
    const taskId = this.tasks.get(workflow);
    return this.calls.find(({ said }) => said.includes(workflow) || (taskId !== undefined && said.includes(taskId)))
      ?.callId;
  }
}

/** Where a call stands. */
interface CallPlace {
  run: Run;
  callId: string;
}

/** Calls whose work continues after their result, by the id of their task. */
export class BackgroundTasks {
  private readonly places = new Map<string, CallPlace>();

  start(taskId: string, place: CallPlace): void {
    this.places.set(taskId, place);
  }

  find(taskId: string | undefined): CallPlace | undefined {
    return taskId === undefined ? undefined : this.places.get(taskId);
  }

  /** Sets the end of a task as reported by the log; a later report replaces an earlier one. */
  finish(
    place: CallPlace | undefined,
    end: { at: string | undefined; outcome: Outcome; durationMs?: number | undefined; exitCode?: number | undefined },
  ): void {
    if (place === undefined) return;
    const { at, outcome, durationMs, exitCode } = end;
    place.run.sink.amendCall(place.callId, {
      at,
      durationMs,
      exitCode,
      ...(outcome === 'unknown' ? {} : { outcome }),
    });
  }
}
