import { addUsage, isPromptMessage, type SessionEvent, type TokenUsage, toIso } from '../../session/index.ts';
import { subtractUsage } from '../../session/internal.ts';
import type { CallResult, ItemOrigin, ItemSink } from '../assembly.ts';
import { sourceRefOf } from './buildCall.ts';
import { type EventContext, type EventPart, eventParts } from './eventParts.ts';
import { defined, mergeExtensions } from './fields.ts';
import { FirstPrompts } from './firstPrompts.ts';
import type { Finished } from './itemStore.ts';
import type { RunFrame, RunParts } from './runParts.ts';

/** Numbers, times and stores the events of one run, and reads them back. */
export class RunEvents {
  /** Masked. */
  readonly prompts: FirstPrompts;
  usageTotal: TokenUsage = {};
  private readonly parts: RunParts;
  private readonly context: EventContext;
  /** Figures of notices that became known after them. */
  private readonly lateFigures = new Map<number, object>();
  private count = 0;

  constructor(parts: RunParts) {
    this.parts = parts;
    const { table, items } = parts;
    const { clean, contents } = parts.context;
    this.prompts = new FirstPrompts((seq) => items.isAbandoned(seq));
    this.context = { clean, contents, callId: (id) => table.idOf(id) };
  }

  message(item: Parameters<ItemSink['message']>[0]): number {
    const { table, book, context } = this.parts;
    const isPrompt = isPromptMessage(item);
    if (isPrompt) table.prompt();
    const part = eventParts.message(item, this.context);
    if (item.role !== 'assistant' && 'text' in part.fields) book?.give(String(part.fields.text));
    const seq = this.put(item, part);
    if (isPrompt && item.text.trim() !== '') this.prompts.note(seq, context.clean.copy(item.text));
    return seq;
  }

  thinking(item: Parameters<ItemSink['thinking']>[0]): number {
    return this.put(item, eventParts.thinking(item, this.context));
  }

  plan(item: Parameters<ItemSink['plan']>[0]): number {
    return this.put(item, eventParts.plan(item, this.context));
  }

  review(item: Parameters<ItemSink['review']>[0]): number {
    return this.put(item, eventParts.review(item, this.context));
  }

  notice(item: Parameters<ItemSink['notice']>[0]): number {
    return this.put(item, eventParts.notice(item, this.context));
  }

  usage(item: Parameters<ItemSink['usage']>[0]): number {
    this.usageTotal = addUsage(this.usageTotal, item.usage);
    return this.put(item, eventParts.usage(item, this.context));
  }

  unknown(item: Parameters<ItemSink['unknown']>[0]): number {
    this.parts.report('unknown-record', item.ref, item.recordType);
    return this.put(item, eventParts.unknown(item, this.context));
  }

  /** Keeps a result that belongs to no call. */
  orphan(id: string | number, result: CallResult): void {
    this.parts.report('orphan-result', result.ref, String(id));
    this.notice({
      kind: 'orphan_result',
      text: result.error ?? result.text ?? result.display ?? '',
      at: result.at,
      ref: result.ref,
      nativeId: typeof id === 'string' ? id : undefined,
      extensions: result.extensions,
    });
  }

  amendText(seq: number, text: string): void {
    const masked = this.context.clean.text(text);
    this.parts.items.change(seq, (stored) => {
      const { omitted: _, content_refs = [], ...event } = stored as SessionEvent & { omitted?: true };
      const refs = content_refs.filter(({ pointer }) => pointer !== '/text');
      return { ...event, text: masked, ...(refs.length === 0 ? {} : { content_refs: refs }) } as SessionEvent;
    });
  }

  amendUsage(seq: number, usage: TokenUsage): void {
    this.parts.items.change(seq, (stored) => {
      const event = stored as SessionEvent;
      if (event.type !== 'usage') return stored;
      this.usageTotal = addUsage(subtractUsage(this.usageTotal, event.usage), usage);
      return { ...event, usage: defined(usage) };
    });
  }

  amendNotice(seq: number, more: Parameters<ItemSink['amendNotice']>[1]): void {
    this.lateFigures.set(seq, {
      ...this.lateFigures.get(seq),
      ...defined({
        tokens_before: more.tokensBefore,
        tokens_after: more.tokensAfter,
        duration_ms: more.durationMs,
      }),
    });
  }

  /** The events in order. */
  *finished({ contentFolder }: RunFrame): Generator<Finished<SessionEvent>> {
    const { table, items } = this.parts;
    let callIndex = 0;
    for (let seq = 1; seq <= items.count; seq += 1) {
      if (callIndex < table.size && table.seqAt(callIndex) === seq) {
        callIndex += 1;
        continue;
      }
      const late = this.lateFigures.get(seq);
      yield items.read(seq, {
        settle: (stored) => ({ ...(stored as SessionEvent), ...late }),
        asStored: late === undefined,
        contentFolder,
      });
    }
  }

  private put(item: ItemOrigin, { fields, refs }: EventPart): number {
    const { items, clock } = this.parts;
    const { clean, format, idPrefix } = this.parts.context;
    const seq = items.next();
    this.count += 1;
    // What programs note may stand at the end without a time; only what somebody says shows that the run went on.
    const isRead = item.at !== undefined || fields.type === 'message' || fields.type === 'thinking';
    const at = isRead ? clock.read(item.at) : undefined;
    const extensions = mergeExtensions(undefined, format, item.extensions);
    const event: Record<string, unknown> = {
      event_id: `${idPrefix}event-${String(this.count).padStart(3, '0')}`,
      seq,
      ...fields,
    };
    if (at?.given === true) event.at = toIso(at.ms);
    const ref = sourceRefOf(item, clean);
    if (ref !== undefined) event.source_ref = ref;
    if (item.inferred !== undefined && item.inferred.length > 0) event.inferred = item.inferred;
    if (extensions !== undefined) event.extensions = clean.value(extensions);
    if (refs.length > 0) event.content_refs = refs;
    items.put(seq, event as unknown as SessionEvent);
    return seq;
  }
}
