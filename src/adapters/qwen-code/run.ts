import type { SessionSink, SubSessionSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import { GeminiRun, type KnownCall, type MessageStamp } from '../gemini-cli/run.ts';
import { IdTable } from '../idTable.ts';
import { field, type JsonObject, jsonText } from '../read/jsonObject.ts';
import { RecordTree } from '../recordTree.ts';
import type { IgnoreReason } from './detect.ts';

export type QwenVerdict = Verdict<IgnoreReason>;

/** A session of its own, or the run of a subagent. */
export type Recording = { run: QwenRun } & (
  | { is: 'session'; sink: SessionSink }
  | { is: 'subagent'; sink: SubSessionSink; agent: string }
);

/** Maximum number of messages that may be repeated later, and of calls waiting for their telemetry. */
const MOST_REMEMBERED = 512;

/** A session, or a subagent's, while its records come in. */
export class QwenRun extends GeminiRun {
  readonly tree = new RecordTree();
  /** Calls by message and id: a later message may give another call the same id. */
  private readonly knownCalls = new IdTable();
  private readonly timed: { call: KnownCall; params: string }[] = [];
  readonly settings = new Map<string, string>();
  version: string | undefined;
  branch: string | undefined;
  agentName: string | undefined;

  /** Whether a message has a call not emitted yet; it counts as emitted from now on. */
  isNewCall(message: string | undefined, id: string): boolean {
    const before = this.knownCalls.size;
    this.knownCalls.add(`${message ?? ''} ${id}`);
    return this.knownCalls.size > before;
  }

  /** Notes calls that were opened, for the telemetry that follows. */
  noteCalls(ids: readonly string[]): void {
    for (const id of ids) {
      const call = this.calls.get(id);
      if (call !== undefined) this.timed.push({ call, params: jsonText(call.params) });
    }
    this.timed.splice(0, Math.max(0, this.timed.length - MOST_REMEMBERED));
  }

  /** Applies telemetry about a call: it names the tool and its input, never the call's id. */
  takeTimedCall(name: string, params: unknown): KnownCall | undefined {
    const text = jsonText(params ?? {});
    const isOfName = ({ call }: { call: KnownCall }): boolean => call.name === name;
    const exact = this.timed.findIndex((each) => isOfName(each) && each.params === text);
    const at = exact === -1 ? this.timed.findIndex(isOfName) : exact;
    return at === -1 ? undefined : this.timed.splice(at, 1)[0]?.call;
  }

  /** Forgets what can no longer be referred to. */
  forget(closed: string | undefined): void {
    if (closed !== undefined) this.calls.delete(closed);
    for (const id of this.messages.keys()) {
      if (this.messages.size <= MOST_REMEMBERED) return;
      this.messages.delete(id);
    }
  }

  /** Emits a setting that changes from here on. */
  change(name: 'Model' | 'Approval', value: string, stamp: MessageStamp): QwenVerdict {
    const before = this.settings.get(name);
    if (before === value) return { ignored: 'repeated_setting' };
    this.settings.set(name, value);
    // The settings at a session's start are no change.
    if (before === undefined && this.state === 'none') return 'converted';
    const kind = name === 'Model' ? 'model_change' : 'mode_change';
    this.notice(kind, `${name}: ${before === undefined ? '' : `${before} → `}${value}`, stamp);
    return 'converted';
  }
}

/** Where a record stands. */
export function stampOf(record: JsonObject, ref: MessageStamp['ref']): MessageStamp {
  return { ref, at: field.text(record, 'timestamp'), nativeId: field.text(record, 'uuid') };
}
