import type { ContentRef, SessionEvent } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';
import type { Cleaner } from './cleanValue.ts';
import type { ShortenContext } from './contents.ts';
import { defined } from './fields.ts';
import { keepAttachments } from './keepAttachments.ts';

type FrameField = 'event_id' | 'seq' | 'at' | 'source_ref' | 'content_refs' | 'extensions' | 'inferred' | 'branch';

/** The fields specific to an event; the run adds id, order, time and origin. */
export interface EventPart {
  fields: Omit<SessionEvent, FrameField>;
  refs: ContentRef[];
}

type Input<Kind extends keyof ItemSink> = Parameters<ItemSink[Kind]>[0];

export interface EventContext {
  clean: Cleaner;
  contents: ShortenContext;
  /** The session's id for a native call id. */
  callId(nativeId: string | undefined): string | undefined;
}

const part = (fields: EventPart['fields'], refs: ContentRef[] = []): EventPart => ({ fields, refs });

function maybe(text: string | undefined, clean: Cleaner): string | undefined {
  return text === undefined ? undefined : clean.text(text);
}

/** Builds each kind of event in the standard's terms, its texts masked. */
export const eventParts = {
  message({ role, text, origin, from, to, model, attachments }: Input<'message'>, { clean, contents }: EventContext) {
    const kept = attachments === undefined ? undefined : keepAttachments(attachments, '/attachments', clean, contents);
    const fields = {
      type: 'message',
      role,
      text: clean.text(text),
      ...defined({
        origin,
        from: maybe(from, clean),
        to: maybe(to, clean),
        model: maybe(model, clean),
        attachments: kept?.attachments,
      }),
    };
    return part(fields, kept?.refs);
  },
  thinking({ text }: Input<'thinking'>, { clean }: EventContext) {
    return part(
      text === undefined || text === ''
        ? { type: 'thinking', omitted: true }
        : { type: 'thinking', text: clean.text(text) },
    );
  },
  plan({ items, explanation, nativeCallId }: Input<'plan'>, { clean, callId }: EventContext) {
    const optional = defined({ explanation: maybe(explanation, clean), call_id: callId(nativeCallId) });
    return part({ type: 'plan', items: clean.value(items), ...optional });
  },
  review({ attempt, action, feedback }: Input<'review'>, { clean }: EventContext) {
    return part({ type: 'review', attempt, action, feedback: clean.text(feedback) });
  },
  notice(notice: Input<'notice'>, { clean, callId }: EventContext) {
    const { kind, text, nativeCallId, workdir, tokensBefore, tokensAfter, durationMs } = notice;
    const optional = defined({
      call_id: callId(nativeCallId),
      workdir: maybe(workdir, clean),
      tokens_before: tokensBefore,
      tokens_after: tokensAfter,
      duration_ms: durationMs,
    });
    return part({ type: 'notice', kind, text: clean.text(text), ...optional });
  },
  usage({ usage, model }: Input<'usage'>, { clean }: EventContext) {
    return part({ type: 'usage', usage: defined(usage), ...defined({ model: maybe(model, clean) }) });
  },
  unknown({ recordType, raw }: Input<'unknown'>, { clean }: EventContext) {
    return part({ type: 'unknown', record_type: clean.text(recordType), raw: clean.value(raw) });
  },
};
