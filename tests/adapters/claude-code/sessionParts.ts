import type { Session, SessionEvent } from '../../../src/session/index.ts';

/** The events of one type. */
export function eventsOf<Type extends SessionEvent['type']>(
  { events }: Pick<Session, 'events'>,
  type: Type,
): Extract<SessionEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<SessionEvent, { type: Type }> => event.type === type);
}

/** Sender and text of each message. */
export const messages = (session: Session) =>
  eventsOf(session, 'message').map(({ role, origin, text }) => [role, origin, text] as const);

/** The notices beside the conversation. */
export const notices = (session: Session) => eventsOf(session, 'notice').map(({ kind, text }) => [kind, text] as const);
