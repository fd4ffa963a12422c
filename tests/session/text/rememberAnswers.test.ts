import { expect, test } from 'vitest';
import { rememberAnswers } from '../../../src/session/text/rememberAnswers.ts';

const counted = () => {
  const asked: string[] = [];
  const lengthOf = rememberAnswers((text) => {
    asked.push(text);
    return { length: text.length };
  });
  return { asked, lengthOf };
};

test('answers a text once, however often it is asked', () => {
  const { asked, lengthOf } = counted();
  expect(lengthOf('make')).toEqual({ length: 4 });
  expect(lengthOf('make')).toBe(lengthOf('make'));
  expect(lengthOf('make test')).toEqual({ length: 9 });
  expect(asked).toEqual(['make', 'make test']);
});

test('remembers an answer that is false or empty', () => {
  let times = 0;
  const isLong = rememberAnswers((text) => {
    times += 1;
    return text.length > 9;
  });
  expect([isLong('ls'), isLong('ls')]).toEqual([false, false]);
  expect(times).toBe(1);
});

test('keeps neither long texts nor more than some thousand', () => {
  const { asked, lengthOf } = counted();
  const long = 'x'.repeat(501);
  lengthOf(long);
  lengthOf(long);
  expect(asked).toHaveLength(2);
  lengthOf('first');
  for (let n = 0; n < 5000; n += 1) lengthOf(`command ${n}`);
  asked.length = 0;
  expect(lengthOf('first')).toEqual({ length: 5 });
  expect(asked).toEqual(['first']);
});
