import type { NoticeEvent, UnknownEvent } from '../../session/index.ts';

/** What a notice says in its line, and what it unfolds to; nothing where the line says it all. */
export interface NoticeText {
  readonly line: string | undefined;
  readonly whole: string | undefined;
}

/** What fits on a line. */
const longestLine = 100;

/** What the name of a compaction says already. */
const onlyCompacted = /^(?:conversation|context) compacted\.?$/i;

/** The text of a notice, unless its name says as much; of an unknown record, its JSON. */
export function noticeText(notice: NoticeEvent | UnknownEvent): NoticeText {
  if (notice.type === 'unknown') return { line: undefined, whole: JSON.stringify(notice.raw, null, 2) };
  const { text } = notice;
  const saysMore = text !== '' && !(notice.kind === 'compaction' && onlyCompacted.test(text.trim()));
  if (!saysMore) return { line: undefined, whole: undefined };
  const fits = text.length <= longestLine && !text.trim().includes('\n');
  return { line: text, whole: fits ? undefined : text };
}
