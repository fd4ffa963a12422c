import { expect, test } from 'vitest';
import { planChanges } from '../../../src/components/checklist/planChanges.ts';
import { plan } from '../../../stories/data/builders.ts';

const items = (...lines: string[]) => plan(lines).items;
const changes = (now: ReturnType<typeof items>, before?: ReturnType<typeof items>) =>
  planChanges(now, before).items.map(({ change }) => change);

test('each item says what happened to it', () => {
  const before = items('[ ] a', '[>] b', '[x] c', '[x] d', '[>] e', '[ ] f');
  const now = items('[>] a', '[x] b', '[ ] c', '[>] d', '[ ] e', '[ ] f', '[ ] g');
  expect(changes(now, before)).toEqual([
    'started',
    'completed',
    'reopened',
    'reopened',
    'reopened',
    undefined,
    'added',
  ]);
});

test('items that are gone are named', () => {
  expect(planChanges(items('[ ] a'), items('[ ] a', '[x] b')).removed.map(({ text }) => text)).toEqual(['b']);
});

test('an item keeps its identity by id when its words change', () => {
  const before = [{ item_id: '1', text: 'old words', status: 'pending' as const }];
  const now = [{ item_id: '1', text: 'new words', status: 'completed' as const }];
  expect(planChanges(now, before)).toEqual({ items: [{ item: now[0], change: 'completed' }], removed: [] });
});

test('without a checklist before nothing changed', () => {
  expect(changes(items('[x] a', '[ ] b'))).toEqual([undefined, undefined]);
});
