import { describe, expect, it } from 'vitest';
import { indexSession } from '../../../src/replay/index.ts';
import { suggestTerms } from '../../../src/replay/search/index.ts';
import type { ToolCall } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
    0:02 Read(src/parser.ts) 1s: 120 lines
    0:03 Read(src/lexer.ts) 1s: 20 lines
    0:04 Task(dig) 10s as explorer
      0:05 Bash(make parser) 1s failed: exit 2
  `),
);

function suggested(query: string): string[] {
  return suggestTerms(index, query).map(({ query: next }) => next);
}

describe('suggestTerms', () => {
  it('suggests terms that make a difference', () => {
    expect(suggested('')).toEqual(['is:', 'tool:', 'file:', 'status:', 'cause:', 'agent:', 'duration:']);
    expect(suggested('x tool:Read ')).toEqual([
      'x tool:Read is:',
      'x tool:Read file:',
      'x tool:Read status:',
      'x tool:Read cause:',
      'x tool:Read agent:',
      'x tool:Read duration:',
    ]);
  });

  it('suggests values of the term being typed, the most frequent first', () => {
    expect(suggested('x tool:')).toEqual(['x tool:Read ', 'x tool:Task ', 'x tool:Bash ']);
    expect(suggested('STATUS:F')).toEqual(['status:failed ']);
    expect(suggested('agent:')).toEqual(['agent:main ', 'agent:explorer ']);
    expect(suggested('tool:read')).toEqual([]);
    expect(suggested('is:')).toEqual(['is:agent ', 'is:error ']);
    expect(suggested('file:')).toEqual([]);
  });

  it('suggests amounts that something in the session exceeds', () => {
    expect(suggested('duration:')).toEqual(['duration:>1s ']);
    const busy = indexSession(
      sessionFromText(`
        0:01 Bash(make all) 11m
        0:02 usage(large): input 4000, output 600
        0:03 Bash(git status) 1s
        0:04 usage(small): output 3`),
    );
    expect(suggestTerms(busy, '').map(({ label }) => label)).toEqual([
      'command:',
      'file:',
      'model:',
      'duration:',
      'tokens:',
    ]);
    expect(suggestTerms(busy, 'duration:').map(({ label }) => label)).toEqual(['>10m', '>1m', '>10s', '>1s']);
    expect(suggestTerms(busy, 'tokens:').map(({ label }) => label)).toEqual(['>1k']);
    expect(suggestTerms(busy, 'command:').map(({ label }) => label)).toEqual(['make all', 'git status']);
  });

  it('quotes values of several words', () => {
    const call = { ...index.session.tool_calls[0], tool_name: 'My Tool' };
    const spaced = indexSession({ ...index.session, tool_calls: [call as ToolCall] });
    expect(suggestTerms(spaced, 'tool:my')).toEqual([{ label: 'My Tool', query: 'tool:"My Tool" ' }]);
  });

  it('suggests nothing without a choice', () => {
    expect(suggestTerms(indexSession(sessionFromText('0:00 user: hello')), '')).toEqual([]);
  });
});
