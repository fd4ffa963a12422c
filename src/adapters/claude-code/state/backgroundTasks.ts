import type { Outcome } from '../../../session/index.ts';
import type { Run } from '../run.ts';

/** Where a call stands. */
export interface CallPlace {
  run: Run;
  callId: string;
}

/** Calls whose work goes on after their result, by the id of their task. */
export class BackgroundTasks {
  private readonly places = new Map<string, CallPlace>();

  start(taskId: string, place: CallPlace): void {
    this.places.set(taskId, place);
  }

  find(taskId: string | undefined): CallPlace | undefined {
    return taskId === undefined ? undefined : this.places.get(taskId);
  }

  /** Gives a task the end that the log tells; told again, the later one holds. */
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
