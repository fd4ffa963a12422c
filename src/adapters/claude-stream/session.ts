import type { Assembly } from '../assembly.ts';
import { Conversation, type RecordStamp } from '../claude-code/conversation.ts';
import type { Run } from '../claude-code/run.ts';
import type { Verdict } from '../contract.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';
import type { IgnoreReason } from './descriptor.ts';
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

/** A block of a reply of which only pieces have come. */
interface Block {
  type: string;
  name: string | undefined;
  id: string | undefined;
  pieces: string[];
  stamp: RecordStamp;
}

/** Collects the pieces of the reply being streamed, in case the log ends before it is complete. */
class PartialReply {
  private readonly blocks = new Map<Run, Block>();

  note(run: Run, record: JsonObject, stamp: RecordStamp): void {
    const event = field.object(record, 'event') ?? {};
    const block = field.object(event, 'content_block');
    const delta = field.object(event, 'delta') ?? {};
    if (event.type === 'content_block_start' && block !== undefined) {
      const [type, name, id] = [field.text(block, 'type') ?? '', field.text(block, 'name'), field.text(block, 'id')];
      this.blocks.set(run, { type, name, id, pieces: [], stamp });
    }
    const piece = field.text(delta, 'text') ?? field.text(delta, 'thinking') ?? field.text(delta, 'partial_json');
    if (piece !== undefined) this.blocks.get(run)?.pieces.push(piece);
  }

  /** The complete reply arrived: its pieces are not needed. */
  whole(run: Run): void {
    this.blocks.delete(run);
  }

  /** Keeps what was never completed. */
  end(): void {
    for (const [run, { type, name, id, pieces, stamp }] of this.blocks) {
      const text = pieces.join('');
      if (text === '' && name === undefined) continue;
      if (type === 'thinking') run.thinking({ ...stamp, text });
      else if (name === undefined) run.message({ ...stamp, role: 'assistant', text, extensions: { partial: true } });
      else if (id === undefined || !run.sink.hasCall(id)) {
        run.openCall({ ...stamp, nativeId: id, name, params: { partial_input: text }, extensions: { partial: true } });
      }
    }
    this.blocks.clear();
  }
}
