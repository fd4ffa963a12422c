import { describe, expect, it } from 'vitest';
import { numberItems } from '../../../src/session/normalise/items.ts';
import { needsPromptMessage } from '../../../src/session/promptMessage.ts';

const call = (started_at?: string) => (started_at === undefined ? {} : { started_at });
const event = (at?: string) => (at === undefined ? {} : { at });
const seqs = (items: ReturnType<typeof numberItems>) => [
  items.calls.map(({ seq }) => seq),
  items.events.map(({ seq }) => seq),
];

describe('numberItems', () => {
  it('orders items by time, an event before a call of the same moment', () => {
    const items = {
      calls: [call('2026-01-01T00:00:01Z'), call('2026-01-01T00:00:03Z')],
      events: [event('2026-01-01T00:00:01Z'), event('2026-01-01T00:00:02Z')],
    };
    expect(seqs(numberItems(items))).toEqual([
      [2, 4],
      [1, 3],
    ]);
  });

  it('keeps the order of each list, whatever its times', () => {
    const items = {
      calls: [call('2026-01-01T00:00:05Z'), call('2026-01-01T00:00:01Z')],
      events: [event('2026-01-01T00:00:03Z')],
    };
    expect(seqs(numberItems(items))).toEqual([[2, 3], [1]]);
  });

  it('puts an event without a time after the one before it', () => {
    const items = { calls: [call('2026-01-01T00:00:02Z')], events: [event(), event('2026-01-01T00:00:03Z'), event()] };
    expect(seqs(numberItems(items))).toEqual([[2], [1, 3, 4]]);
  });

  it('keeps numbered items unchanged, and the numbers of partly numbered ones', () => {
    const numbered = { calls: [{ seq: 7 }], events: [{ seq: 3 }] };
    expect(numberItems(numbered)).toEqual(numbered);
    const { events } = numberItems({ calls: [call()], events: [{ seq: 3 }] });
    expect(events).toEqual([{ seq: 1, extensions: { std001: { seq: 3 } } }]);
  });
});

describe('needsPromptMessage', () => {
  const prompt = `Look at this:\n${'line\n'.repeat(5000)}and tell me.`;
  const said = (text: string) => [{ type: 'message', role: 'user', text }];

  it('recognises a prompt whose message a conversion has shortened', () => {
    const cut = `${prompt.slice(0, 4096)}\n[… 19000 characters omitted here; the whole text is in the session's content folder …]\n${prompt.slice(-1024)}`;
    expect(needsPromptMessage(said(cut), prompt)).toBe(false);
    expect(needsPromptMessage(said(cut.replace('Look', 'See')), prompt)).toBe(true);
  });
});
