import type { Assembly } from '../assembly.ts';
import { Conversation } from '../claude-code/conversation.ts';
import type { Run } from '../claude-code/run.ts';
import type { Verdict } from '../contract.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';
import type { IgnoreReason } from './descriptor.ts';
import { PartialReply } from './partialReply.ts';
import { RunTotals } from './runTotals.ts';

export type StreamVerdict = Verdict<IgnoreReason>;

/** One session of a stream. */
export class StreamSession {
  readonly conversation: Conversation;
  readonly id: string;
  readonly totals = new RunTotals();
  readonly partial = new PartialReply();
  /** The last message of the session's own agent. */
  lastText: string | undefined;
  /** Whether the session's settings were already emitted. */
  begun = false;
  /** Whether a record says how the last run ended. */
  ended = false;

  constructor(assembly: Assembly, names: readonly string[], id: string) {
    this.id = id;
    this.conversation = new Conversation(assembly, names, { key: id || 'session' });
  }

  /** The run of a record: a subagent's records name the call that started it. */
  runOf(record: JsonObject): Run {
    const callId = field.text(record, 'parent_tool_use_id');
    if (callId === undefined || callId === '') return this.conversation.main;
    if (!this.conversation.subagents.has(callId)) {
      this.conversation.unnamed.add(callId);
      this.conversation.links.note(callId, callId, 'meta');
    }
    return this.conversation.subagent(callId).run;
  }
}
