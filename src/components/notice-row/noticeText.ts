import type { NoticeEvent, UnknownEvent } from '../../session/index.ts';

/** What a notice says in its line, and what it unfolds to; nothing where the line says it all. */
export interface NoticeText {
  readonly line: string | undefined;
  readonly whole: string | undefined;
}

/** What fits on a line. */
const longestLine = 100;

/** The text of a notice; of an unknown record, its JSON. */
export function noticeText(notice: NoticeEvent | UnknownEvent): NoticeText {
  if (notice.type === 'unknown') return { line: undefined, whole: JSON.stringify(notice.raw, null, 2) };
  const { text } = notice;
  if (text === '') return { line: undefined, whole: undefined };
  const fits = text.length <= longestLine && !text.trim().includes('\n');
  return { line: text, whole: fits ? undefined : text };
}
