import { expect, test } from 'vitest';
import { noticeText } from '../../../src/components/notice-row/NoticeRow.tsx';
import { notice, unknownRecord } from '../../../stories/data/events.ts';

test('a notice that fits on its line does not unfold; a longer one does', () => {
  expect(noticeText(notice('info', 'Session resumed'))).toEqual({ line: 'Session resumed', whole: undefined });
  expect(noticeText(notice('info', 'a\nb'))).toEqual({ line: 'a\nb', whole: 'a\nb' });
  expect(noticeText(notice('info', 'x'.repeat(101))).whole).toHaveLength(101);
  expect(noticeText(notice('compaction', ''))).toEqual({ line: undefined, whole: undefined });
  expect(noticeText(notice('compaction', 'Conversation compacted')).line).toBeUndefined();
  expect(noticeText(notice('compaction', 'Kept the plan')).line).toBe('Kept the plan');
});

test('an unknown record unfolds to its JSON', () => {
  expect(JSON.parse(noticeText(unknownRecord).whole ?? '')).toEqual(unknownRecord.raw);
});

test('an unknown record without content has nothing to unfold', () => {
  expect(noticeText({ ...unknownRecord, raw: undefined }).whole).toBeUndefined();
});
