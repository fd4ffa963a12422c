import { expect, test } from 'vitest';
import { authorOf } from '../../../src/components/message-card/MessageCard.tsx';
import type { MessageEvent } from '../../../src/session/index.ts';

const kit = { t: (key: string) => key } as Parameters<typeof authorOf>[0];

const nameOf = (message: Partial<MessageEvent>): string =>
  authorOf(kit, { type: 'message', role: 'user', text: 'x', ...message } as MessageEvent, undefined).name;

test.each(['context', 'hook', 'system', 'background_task'] as const)(
  'a message inserted by a program is not attributed to the user: %s',
  (origin) => {
    expect(nameOf({ origin })).toBe('role.system');
  },
);

test.each([undefined, 'queued', 'command', 'shell'] as const)(
  'a typed message is attributed to the user: %s',
  (origin) => {
    expect(nameOf(origin === undefined ? {} : { origin })).toBe('role.user');
  },
);

test('a name from the log takes precedence', () => {
  expect(nameOf({ origin: 'context', from: 'setup' })).toBe('setup');
});
