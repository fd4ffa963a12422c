import { describe, expect, it } from 'vitest';
import { parseSessionText } from '../../src/session/index.ts';
import { sessionOf } from './fixtures.ts';

describe('parseSessionText', () => {
  it('reads a session with or without a BOM', () => {
    const text = JSON.stringify(sessionOf());
    expect(parseSessionText(text).session?.session_id).toBe('2026-02-01-001-memo');
    expect(parseSessionText(`\uFEFF${text}`)).toEqual(parseSessionText(text));
  });

  it('reports where a text is no JSON, without guessing', () => {
    const text = '{\n  "session_id": "x",\n  "user_prompt": "增加一个"洞察"模块"\n}';
    expect(parseSessionText(text, 'a.json')).toEqual({
      session: undefined,
      diagnostics: [
        {
          code: 'invalid-json',
          severity: 'error',
          message: 'The file is not valid JSON.',
          at: { file: 'a.json', line: 3, column: 24 },
          actual: '洞',
          expected: "',' or '}'",
        },
      ],
    });
  });

  it('rejects a JSON value that is no session', () => {
    expect(parseSessionText('3').diagnostics).toMatchObject([{ code: 'not-a-session' }]);
  });
});
