/** A call of a run, as retries and phases need it. */
export interface MadeCall {
  seq: number;
  nativeId: string;
  step: number;
  /** Number of the step's execution, from 1. */
  attempt: number;
  kind: CallKind;
  failed: boolean;
  /** Total duration of the commands before it, in milliseconds. */
  afterMs: number;
  /** When it ended, as the log has it. */
  endedAt: string | number | undefined;
}

export type CallKind = 'command' | 'agent' | 'gate' | 'verify';

/**
 * The calls of a run. Those not left behind by a retry form a stack with ascending steps: a run advances, or goes back to a step and leaves
 * behind what came after.
 */
export class RunCalls {
  readonly all: MadeCall[] = [];
  private readonly live: MadeCall[] = [];
  private readonly open = new Map<string, MadeCall>();
  private readonly latest = new Map<string, MadeCall>();

  add(call: MadeCall): void {
    this.all.push(call);
    this.live.push(call);
    this.open.set(slot(call), call);
    this.latest.set(slot(call), call);
  }

  /** Counts a call as ended. */
  end(call: MadeCall): void {
    if (this.open.get(slot(call)) === call) this.open.delete(slot(call));
  }

  /** The call of this kind and step that is still open. */
  waiting(kind: CallKind, step: number): MadeCall | undefined {
    return this.open.get(slot({ kind, step }));
  }

  /** The last call of this kind and step that no retry has left behind. */
  last(kind: CallKind, step: number): MadeCall | undefined {
    return this.latest.get(slot({ kind, step }));
  }

  get stillOpen(): MadeCall[] {
    return [...this.open.values()];
  }

  /** Removes the calls from a step on, last first, because the run goes back to before them. */
  leaveBehind(from: number): MadeCall[] {
    const left: MadeCall[] = [];
    for (let call = this.live.at(-1); call !== undefined && call.step >= from; call = this.live.at(-1)) {
      this.live.pop();
      this.latest.delete(slot(call));
      left.push(call);
    }
    return left;
  }
}

function slot({ kind, step }: Pick<MadeCall, 'kind' | 'step'>): string {
  return `${kind} ${step}`;
}
