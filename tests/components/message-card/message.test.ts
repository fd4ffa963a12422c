import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { english } from '../../../src/components/language/english.ts';
import { authorOf, isAside, isTask, MessageCard } from '../../../src/components/message-card/MessageCard.tsx';
import { type ItemScope, scopeInRun } from '../../../src/components/shared/itemPlace.ts';
import type { HostKit } from '../../../src/components/theme/KitProvider.tsx';
import { indexSession } from '../../../src/replay/index.ts';
import { clipText } from '../../../src/session/text/lines.ts';
import { createBuilders } from '../../../stories/data/builders.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const { message } = createBuilders();

test('a short message is shown whole, a long one is clipped by lines', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `${at}`).join('\n');
  expect(clipText(lines(48))).toEqual({ text: lines(48), hidden: 0 });
  expect(clipText(lines(49))).toEqual({ text: lines(32), hidden: 17 });
});

test.each([
  ['user', undefined, false],
  ['assistant', 'teammate', false],
  ['user', 'shell', false],
  ['user', 'context', true],
  ['user', 'background_task', true],
  ['system', undefined, true],
] as const)('a message of %s, origin %s, is an aside: %s', (role, origin, aside) => {
  expect(isAside(message(role, 'x', origin === undefined ? {} : { origin }))).toBe(aside);
});

test("a subagent's task folds", () => {
  expect(isTask(message('user', 'x'), 1)).toBe(true);
  expect(isTask(message('user', 'x'), 0)).toBe(false);
  expect(isTask(message('user', 'x'), 0, { taskFrom: '' })).toBe(true);
  expect(isTask(message('user', 'x', { origin: 'hook' }), 1)).toBe(false);
  expect(isTask(message('assistant', 'x'), 1)).toBe(false);
});

test('a task is attributed to the agent that gave it, never to a person', () => {
  const index = indexSession(
    sessionFromText(`
      0:00 user: go
      0:01 Task(one) 1m as tester
        0:02 user: Write tests
        0:03 Task(two) 10s as reader
          0:04 user: Read a.ts
          0:05 assistant: Read.
    `),
  );
  const kit = { t: (key: keyof typeof english) => english[key] } as unknown as HostKit;
  const own: ItemScope = { agentName: 'Claude' };
  const said = index.items.flatMap((item) => {
    if (item.is === 'call' || item.event.type !== 'message') return [];
    const { name, to } = authorOf(kit, item.event, scopeInRun(index, item.run, own));
    return [to === undefined ? name : `${name} > ${to}`];
  });
  expect(said).toEqual(['You', 'Main agent > tester', 'tester > reader', 'reader']);
});

test('what a command printed says so where it is nothing', () => {
  const said = (text: string): string =>
    renderToStaticMarkup(createElement(MessageCard, { message: message('system', text, { origin: 'command' }) }));
  expect(said('')).toContain('no output');
  expect(said('Set model to Opus')).not.toContain('no output');
});
