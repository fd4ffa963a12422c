import type { MessageText } from '../messages.ts';

/** What the card of a session says. */
export const session = {
  'session.title': 'Title',
  'session.id': 'Session',
  'session.outcome': 'Outcome',
  'session.model': 'Model',
  'session.modelUnknown': 'model not in log',
  'session.folder': 'Folder',
  'session.branch': 'Branch',
  'session.commit': 'Commit',
  'session.cli': 'CLI',
  'session.source': 'Source',
  'session.started': 'Started',
  'session.duration': 'Duration',
  'session.active': 'Active',
  'session.tokensOut': 'Tokens out',
  'session.cacheRead': 'Cache read',
  'session.calls': 'Calls',
  'session.failed': 'Failed',
  account: { one: '{n} record: {parts}', other: '{n} records: {parts}' },
  'account.converted': { one: '{n} converted', other: '{n} converted' },
  'account.ignored': { one: '{n} ignored', other: '{n} ignored' },
  'account.unknown': { one: '{n} unknown', other: '{n} unknown' },
  'account.dropped': { one: '{n} dropped', other: '{n} dropped' },
} as const satisfies Record<string, MessageText>;
