import { speakerOf } from '../../session/facts/eventText.ts';
import type { NoticeEvent, NoticeKind, SessionEvent, UnknownEvent } from '../../session/index.ts';
import type { IconName } from './iconShapes.ts';

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

/** The icon of an event: who speaks, or what happened. */
export function eventIcon(event: SessionEvent): IconName {
  switch (event.type) {
    case 'message':
      return speakerOf(event);
    case 'notice':
    case 'unknown':
      return noticeIcon(event);
    case 'plan':
      return 'todo';
    case 'thinking':
    case 'review':
    case 'usage':
      return event.type;
  }
}
