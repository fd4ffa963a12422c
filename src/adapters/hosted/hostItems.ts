import type { SourceRef } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';

/** Where the files of a joined run stand in the source that it was joined to, by their index in the run. */
export type FilePlaces = readonly number[];

/** A sink for the items of a joined run: their places count the files of the whole source. */
export function hostItems(sink: ItemSink, places: FilePlaces): ItemSink {
  const place = <Item extends { ref?: SourceRef | undefined }>(item: Item): Item =>
    item.ref === undefined ? item : { ...item, ref: { ...item.ref, source: places[item.ref.source] ?? 0 } };
  return {
    message: (item) => sink.message(place(item)),
    thinking: (item) => sink.thinking(place(item)),
    plan: (item) => sink.plan(place(item)),
    review: (item) => sink.review(place(item)),
    notice: (item) => sink.notice(place(item)),
    usage: (item) => sink.usage(place(item)),
    unknown: (item) => sink.unknown(place(item)),
    openCall: (call) => sink.openCall(place(call)),
    closeCall: (id, result) => sink.closeCall(id, place(result)),
    amendCall: (id, more) => sink.amendCall(id, more),
    reviseCall: (id, result) => sink.reviseCall(id, place(result)),
    amendText: (seq, text) => sink.amendText(seq, text),
    amendNotice: (seq, more) => sink.amendNotice(seq, more),
    hasCall: (nativeId) => sink.hasCall(nativeId),
    abandon: (seqs) => sink.abandon(seqs),
  };
}
