import type { NoticeEvent, NoticeKind, UnknownEvent } from '../../session/index.ts';
import type { IconName } from '../icons/iconShapes.ts';

const icons: Readonly<Record<NoticeKind, IconName>> = {
  compaction: 'compaction',
  interruption: 'interruption',
  hook: 'hook',
  api_error: 'cloudError',
  error: 'error',
  warning: 'warning',
  info: 'info',
  mode_change: 'mode',
  model_change: 'model',
  truncation: 'truncation',
  background_task: 'background',
  retry: 'retry',
  orphan_result: 'orphan',
  diff: 'diff',
};

/** The icon of a notice. */
export function noticeIcon(notice: NoticeEvent | UnknownEvent): IconName {
  return notice.type === 'unknown' ? 'unknownRecord' : icons[notice.kind];
}

/** Whether a notice tells of something that went wrong. */
export function noticeTone(notice: NoticeEvent | UnknownEvent): 'trouble' | 'quiet' {
  return notice.type === 'notice' && (notice.kind === 'api_error' || notice.kind === 'error') ? 'trouble' : 'quiet';
}
