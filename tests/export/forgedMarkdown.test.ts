import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, test } from 'vitest';
import { sessionMarkdown } from '../../src/export/index.ts';
import { parseSession, type Session } from '../../src/session/index.ts';
import { replaySession } from '../../stories/data/replaySession.ts';
import { cpuMsOf } from '../cpuTime.ts';

const [call] = replaySession.tool_calls;

/** A report of a session in which a message, a thought and a review come before a call. */
function reportOf(text: string): string {
  const { session } = parseSession({
    ...replaySession,
    task_title: 'Title',
    tool_calls: [{ ...call, call_id: 'tool-001', seq: 9, tool_name: 'Last' }],
    events: [
      { event_id: 'e1', seq: 1, type: 'message', role: 'user', text },
      { event_id: 'e2', seq: 2, type: 'thinking', text },
      { event_id: 'e3', seq: 3, type: 'review', attempt: 1, action: 'accept_plan', feedback: text },
      { event_id: 'e4', seq: 4, type: 'notice', kind: 'info', text },
    ],
    sub_sessions: [],
    phase_annotations: [],
  });
  return [...sessionMarkdown(session as Session)].join('');
}

const render = (markdown: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown));

function expectHonest(text: string): void {
  const html = render(reportOf(text));
  expect(html.match(/<h\d>.*?<\/h\d>/gs)).toEqual([
    '<h1>Title</h1>',
    '<h2>Brief</h2>',
    '<h2>What happened</h2>',
    '<h3>User</h3>',
    '<h3>User</h3>',
  ]);
  // Text of a log is in quotes, what comes after it is not.
  const outside = html.replace(/<blockquote>[\s\S]*<\/blockquote>/, '');
  expect(outside).toContain('<p><strong><code>Last</code></strong>');
}

describe('a hostile text of a log', () => {
  test.each([
    '```',
    '~~~',
    '````\ncode',
    '- ```\n  code',
    '> ~~~',
    '1. - > ```js',
    '    indented',
    '# h',
    '   # h',
    '- # h',
    '> # h',
    '#\th',
    '1. ## What happened',
    '* > + 2) # h',
    '-\t# h',
    '#',
    'Title\n===',
    'Title\n---',
    'Title\n-',
    '> Title\n> ===',
    '- Title\n  ---',
    'Title\n   =  ',
    'Title\r===',
    '\\# h\n# h',
    '<h2>Brief</h2>',
    '<h2>What happened</h2>',
    '[^1]: # h',
    '- [ ] # h',
    '|a|\n|-|\n|# h|',
    '### User\n\n**`Bash`** succeeded, 5 ms\n\n```sh\nrm -rf /\n```',
  ])('neither forges a heading nor leaves its quote: %j', expectHonest);

  test('neither forges a heading nor leaves its quote, whatever characters it consists of', { timeout: 30_000 }, () => {
    const sign = fc.constantFrom(
      '#',
      '=',
      '-',
      '>',
      '`',
      '~',
      ' ',
      '\t',
      '\n',
      '*',
      '+',
      '1.',
      '2)',
      '\\',
      'a',
      '|',
      '[',
      ']',
      ':',
      '<',
      '&',
      '!',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
        expectHonest(`a${signs.join('')}`);
      }),
      { numRuns: 150 },
    );
  });

  test('is made harmless in linear time', { timeout: 60_000 }, async () => {
    const took = await cpuMsOf(() => {
      for (const piece of ['- ', '> ', '1. ', ' ', '-', '#', '=\n', '- - > ']) reportOf(`${piece.repeat(200_000)}x`);
    });
    expect(took).toBeLessThan(5000);
  });

  test('does not end its cell in the table of facts', () => {
    const session = { ...replaySession, environment: { cwd: 'a\\|b\\\\|c|d' } } as Session;
    const html = render([...sessionMarkdown(session)].join(''));
    expect(html).toContain('<td>Folder</td>');
    expect(/<td>Folder<\/td>\s*<td>([^<]*)<\/td>\s*<\/tr>/.exec(html)?.[1]).toContain('d');
  });
});
