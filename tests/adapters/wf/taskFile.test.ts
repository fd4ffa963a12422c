import { describe, expect, it } from 'vitest';
import { readTaskFile } from '../../../src/adapters/wf/tasks.ts';

describe('task files', () => {
  it('have front matter and a text', () => {
    const text =
      '---\nname: auth\n# a comment\ndepends:\n  - database\n  - config\nskip: [docs, "x"]\n---\n\n## Task\n\n- a\n---\nb\n';
    expect(readTaskFile(text)).toEqual({
      name: 'auth',
      depends: ['database', 'config'],
      skip: ['docs', '"x"'],
      body: '## Task\n\n- a\n---\nb\n',
    });
  });

  it('may have only a text', () => {
    expect(readTaskFile('# Just text\n')).toEqual({ name: undefined, depends: [], skip: [], body: '# Just text\n' });
  });

  it('may have only front matter, complete or unclosed', () => {
    expect(readTaskFile('---\nname: a\n---')).toMatchObject({ name: 'a', body: '' });
    expect(readTaskFile('---\nname: a\n')).toMatchObject({ name: undefined, body: '---\nname: a\n' });
    expect(readTaskFile('')).toMatchObject({ body: '' });
  });

  it('may have CRLF line ends', () => {
    expect(readTaskFile('---\r\nname: a\r\n---\r\n\r\nDo it\r\n')).toMatchObject({ name: 'a', body: 'Do it\r\n' });
  });
});
