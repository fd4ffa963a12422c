import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferPhases, type PhaseAnnotation, type PhaseCall } from '../../../src/session/index.ts';

const at = '2026-02-01T10:00:00.000Z';

/** One line a call: `Read a.ts`, `$ npm test`, with `!` before it where the call failed. */
function drawn(text: string): PhaseCall[] {
  return text
    .trim()
    .split('\n')
    .map((raw, index) => {
      const line = raw.trim();
      const failed = line.startsWith('!');
      const [, tool = '', rest = ''] = /^(\S+) ?(.*)$/.exec(failed ? line.slice(1) : line) ?? [];
      const perceives = ['Read', 'Grep', 'Glob'].includes(tool);
      return {
        call_id: `c${index + 1}`,
        tool_name: tool === '$' ? 'Bash' : tool,
        tool_category: perceives
          ? 'perception'
          : tool === 'TodoWrite'
            ? 'task_management'
            : tool === 'ExitPlanMode'
              ? 'planning'
              : 'action',
        outcome: failed ? 'failed' : 'succeeded',
        ...(tool === '$' ? { raw_command: rest } : rest === '' ? {} : { path: rest }),
      } as PhaseCall;
    });
}

const shape = (annotations: readonly PhaseAnnotation[]) =>
  annotations.map(
    ({ phase_type, tool_call_range: { start_call_id, end_call_id } }) =>
      `${phase_type} ${start_call_id}-${end_call_id}`,
  );

const infer = (text: string) => inferPhases(drawn(text), at);

describe('inferPhases', () => {
  it('tells looking, planning, changing and checking apart', () => {
    const text = `
      Grep
      Read a.ts
      $ git log --oneline
      ExitPlanMode
      Edit a.ts
      Write b.ts
      $ npm test`;
    expect(shape(infer(text))).toEqual(['explore c1-c3', 'plan c4-c4', 'execute c5-c6', 'verify c7-c7']);
  });

  it('says that it made them, what it is sure of, and when', () => {
    const [explore, execute] = infer('Read a.ts\nRead b/c.ts\nGrep\n$ rm x\n$ node make.js\n$ cp a b');
    expect(explore).toEqual({
      annotation_id: 'ann-001',
      phase_type: 'explore',
      tool_call_range: { start_call_id: 'c1', end_call_id: 'c3' },
      annotated_by: 'auto',
      annotated_at: at,
      confidence: 'medium',
      description: 'Read ×2, Grep: a.ts, c.ts',
      inferred: ['phase_type', 'tool_call_range'],
    });
    expect(execute).toMatchObject({ phase_type: 'execute', confidence: 'low', description: 'Bash ×3' });
  });

  it.each([
    [0, 0],
    [4, 0],
  ])('gives none for %i calls', (count, expected) => {
    expect(inferPhases(drawn('Read a\n$ npm test\nEdit a\nEdit b\n').slice(0, count), at)).toHaveLength(expected);
  });

  it('gives none from 5 to 20 calls of one phase, and one above', () => {
    expect(infer(Array(5).fill('Edit a.ts').join('\n'))).toEqual([]);
    expect(infer(Array(20).fill('Edit a.ts').join('\n'))).toEqual([]);
    expect(shape(infer(Array(21).fill('Edit a.ts').join('\n')))).toEqual(['execute c1-c21']);
  });

  it('takes a check before the first change for a look', () => {
    expect(shape(infer('$ npm test\nRead a.ts\nEdit a.ts\nEdit b.ts\n$ npm test'))).toEqual([
      'explore c1-c2',
      'execute c3-c4',
      'verify c5-c5',
    ]);
  });

  it('lets an agent read the file that it changes next', () => {
    expect(shape(infer('Glob\nRead a\nEdit a\nRead b\nEdit b\nRead c\nRead d\nEdit d'))).toEqual([
      'explore c1-c2',
      'execute c3-c8',
    ]);
  });

  it('keeps a long look between changes', () => {
    expect(shape(infer('Read a\nEdit a\nRead b\nRead c\nRead d\nRead e\nEdit e'))).toEqual([
      'explore c1-c1',
      'execute c2-c2',
      'explore c3-c6',
      'execute c7-c7',
    ]);
  });

  it('does not smooth a check away', () => {
    expect(shape(infer('Read a\nEdit a\n$ npm test\nEdit b\nEdit c'))).toEqual([
      'explore c1-c1',
      'execute c2-c2',
      'verify c3-c3',
      'execute c4-c5',
    ]);
  });

  it('takes a plan that is written first for a plan, and a later document for work', () => {
    expect(shape(infer('Read a\nWrite docs/specs/x.md\nEdit a\nEdit docs/specs/x.md\n$ npm test'))).toEqual([
      'explore c1-c1',
      'plan c2-c2',
      'execute c3-c4',
      'verify c5-c5',
    ]);
  });

  it('takes a picture after a change for a check', () => {
    expect(shape(infer('Read a.ts\nEdit a.ts\nEdit b.ts\nRead shot.png\nEdit b.ts'))).toEqual([
      'explore c1-c1',
      'execute c2-c3',
      'verify c4-c4',
      'execute c5-c5',
    ]);
  });

  it('puts calls that say nothing with their neighbours, and calls that all say nothing into one', () => {
    expect(shape(infer('$ cd a\nRead a\nEdit a\nTodoWrite\nEdit b\n$ sleep 1'))).toEqual([
      'explore c1-c2',
      'execute c3-c6',
    ]);
    expect(shape(infer(Array(21).fill('$ sleep 1').join('\n')))).toEqual(['mixed c1-c21']);
  });

  it('takes what only waits for a call for a part of it', () => {
    expect(shape(infer('Read a\nEdit a\n$ npm test\nwrite_stdin\nBashOutput'))).toEqual([
      'explore c1-c1',
      'execute c2-c2',
      'verify c3-c5',
    ]);
  });

  it('marks work after a failed check as another attempt', () => {
    const text = 'Read a\nEdit a\n!$ npm test\nEdit a\n!$ npm test\nRead b\nEdit a\n$ npm test\nEdit c';
    expect(infer(text).map(({ phase_type, loop_info }) => [phase_type, loop_info])).toEqual([
      ['explore', undefined],
      ['execute', { attempt_number: 1, is_retry: false }],
      ['verify', undefined],
      ['execute', { attempt_number: 2, is_retry: true, previous_attempt_id: 'ann-002' }],
      ['verify', undefined],
      ['execute', { attempt_number: 3, is_retry: true, previous_attempt_id: 'ann-004' }],
      ['verify', undefined],
      ['execute', undefined],
    ]);
  });

  it('covers every call once, in order, whatever the calls', () => {
    const call = fc.record({
      tool_name: fc.constantFrom('Read', 'Edit', 'Bash', 'Task', 'TodoWrite', 'mcp__x__y', '代码审查', ''),
      tool_category: fc.constantFrom('perception', 'action', 'interaction', 'planning', 'task_management'),
      raw_command: fc.option(fc.oneof(fc.string(), fc.constantFrom('npm test', 'ls', 'rm a', 'cd b')), {
        nil: undefined,
      }),
      description: fc.option(fc.string(), { nil: undefined }),
      path: fc.option(fc.constantFrom('a.ts', 'plan.md', 'x.png', ''), { nil: undefined }),
      outcome: fc.constantFrom('succeeded', 'failed', undefined),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (drawnCalls) => {
        const calls = drawnCalls.map((each, index) => ({ ...each, call_id: `c${index}` }) as PhaseCall);
        const annotations = inferPhases(calls, at);
        if (calls.length < 5) expect(annotations).toEqual([]);
        if (calls.length > 20) expect(annotations.length).toBeGreaterThan(0);
        expectPartition(annotations, annotations.length === 0 ? [] : calls.map(({ call_id }) => call_id));
        for (const [index, { phase_type }] of annotations.entries())
          expect(phase_type).not.toBe(annotations[index - 1]?.phase_type);
      }),
    );
  });
});

/** Every id is covered by exactly one range, and the ranges are in order. */
function expectPartition(annotations: readonly PhaseAnnotation[], ids: readonly string[]): void {
  const covered = annotations.flatMap(({ tool_call_range: { start_call_id, end_call_id } }) =>
    ids.slice(ids.indexOf(start_call_id), ids.indexOf(end_call_id) + 1),
  );
  expect(covered).toEqual(ids);
}
