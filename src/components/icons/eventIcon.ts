import type { SessionEvent } from '../../session/index.ts';
import { noticeIcon } from '../notice-row/noticeLook.ts';
import type { IconName } from './iconShapes.ts';

/** The icon of an event: who speaks, or what happened. */
export function eventIcon(event: SessionEvent): IconName {
  switch (event.type) {
    case 'message':
      return event.role;
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
