import { expect, test } from 'vitest';
import { briefOf, indexSession, type SessionEnd, sessionEnd } from '../../src/replay/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

function endOf(text: string, change: (session: ReturnType<typeof sessionFromText>) => void = () => {}) {
  const session = sessionFromText(text);
  change(session);
  const index = indexSession(session);
  const end = sessionEnd(index);
  const textAt = (at: number | undefined): unknown => {
    const item = at === undefined ? undefined : index.items[at];
    return item?.is === 'event' && item.event.type === 'message' ? item.event.text : undefined;
  };
  return { ...end, answer: textAt(end.answer), before: textAt(end.before), prompt: textAt(end.prompt), index };
}

const kindOf = (text: string): SessionEnd['kind'] => endOf(text).kind;

test('recognises how a session stopped by what was said or done last', () => {
  const begun = '0:00 user: Go\n0:01 assistant: I will.\n';
  expect(kindOf(`${begun}0:02 notice(hook): stop\n0:03 usage: output 3`)).toBe('answered');
  expect(kindOf(`${begun}0:02 Bash(ls) 1s`)).toBe('working');
  expect(kindOf(`${begun}0:02 thinking: hm`)).toBe('working');
  expect(kindOf(`${begun}0:02 Bash(ls) 1s\n0:04 notice(interruption): stopped`)).toBe('interrupted');
  expect(kindOf(`${begun}0:02 Bash(ls) 1s\n0:04 notice(api_error): limit reached`)).toBe('error');
  expect(kindOf(`${begun}0:02 user: And?`)).toBe('unanswered');
  expect(kindOf(`${begun}0:02 user(command): /exit`)).toBe('answered');
  expect(kindOf(`${begun}0:02 attempt_completion() 1s`)).toBe('answered');
});

test('a log that holds only calls is not said to lack an answer', () => {
  const { kind, prompt, index } = endOf('0:00 user: Go\n0:01 Bash(ls) 1s');
  expect({ kind, prompt }).toEqual({ kind: 'unknown', prompt: undefined });
  expect(briefOf(index).open).toMatchObject({ brokeOff: undefined, prompt: undefined });
});

test('the answer is the one to the last prompt; without one, the answer before it is kept apart', () => {
  const text = `
    0:00 user: Mend it
    0:01 assistant: Mended.
    0:02 user: And the docs
    0:03 Edit(a.md) 1s
    0:05 notice(api_error): You have reached your limit`;
  const { kind, answer, before, prompt, index } = endOf(text);
  expect({ kind, answer, before, prompt }).toEqual({
    kind: 'error',
    answer: undefined,
    before: 'Mended.',
    prompt: 'And the docs',
  });
  const { open, answered } = briefOf(index);
  expect(answered).toBeUndefined();
  expect(open.brokeOff).toMatchObject({ kind: 'error', item: 4 });
  expect(index.items[open.prompt ?? -1]).toMatchObject({ event: { text: 'And the docs' } });
});

test('believes the stated outcome of a session whose items do not show it', () => {
  const failed = endOf('0:00 user: Go\n0:01 assistant: I tried.', (session) => {
    session.outcome = 'failed';
  });
  expect(failed.kind).toBe('error');
});

test('takes a summary from the log where it holds no answer', () => {
  const told = endOf('0:00 user: Go\n0:01 Bash(ls) 1s', (session) => {
    session.extensions = { std001: { summary: { description: 'All five are done.' } } };
  });
  expect(told.summary).toBe('All five are done.');
  const sentence = endOf('0:00 user: Go\n0:01 Bash(ls) 1s', (session) => {
    session.extensions = { std001: { summary: { outcome: 'All five are done.' } } };
  });
  expect(sentence.summary).toBe('All five are done.');
  const word = endOf('0:00 user: Go\n0:01 Bash(ls) 1s', (session) => {
    session.extensions = { std001: { summary: { outcome: 'partly_done' } } };
  });
  expect(word.summary).toBeUndefined();
  const answered = endOf('0:00 user: Go\n0:01 assistant: Done.', (session) => {
    session.extensions = { std001: { summary: { description: 'All five are done.' } } };
  });
  expect(answered.summary).toBeUndefined();
});

test('recognises an answer that declines what was asked, by its words or by why the model stopped', () => {
  const refused = (text: string): boolean => endOf(text).refused;
  expect(refused("0:00 user: Go\n0:01 assistant: I'm sorry, but I can't help with that.")).toBe(true);
  expect(refused('0:00 user: Go\n0:01 assistant: 抱歉，我无法协助这个请求。')).toBe(true);
  expect(refused("0:00 user: Go\n0:01 assistant: Done. I can't help but smile.")).toBe(false);
  expect(refused("0:00 user: Go\n0:01 Bash(ls) 1s\n0:03 assistant: I can't create a link to it.")).toBe(false);
  const stated = endOf('0:00 user: Go\n0:01 assistant: Hm.\n0:02 usage: output 3', ({ events }) => {
    const usage = events.at(-1);
    if (usage !== undefined) usage.extensions = { claude_code: { stop_reason: 'refusal' } };
  });
  expect(stated.refused).toBe(true);
});

test('takes an error of the API that stands as the last answer as an error', () => {
  expect(kindOf('0:00 user: Go\n0:01 assistant: API Error: 529 overloaded')).toBe('error');
  expect(kindOf('0:00 user: Go\n0:01 assistant: The API Error is mended.')).toBe('answered');
});

test('misses no answer in a log that holds none of the agent’s messages, whatever it says of the end', () => {
  const failed = endOf('0:00 user: Go\n0:01 Bash(ls) 1s', (session) => {
    session.outcome = 'failed';
  });
  expect(failed).toMatchObject({ kind: 'error', silent: true, prompt: undefined });
  expect(endOf('0:00 user: Go')).toMatchObject({ kind: 'unanswered', silent: false, prompt: 'Go' });
});
