import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferPhases, type PhaseAnnotation, type PhaseCall } from '../../../src/session/index.ts';
import { cpuMsOf } from '../../cpuTime.ts';

const at = '2026-02-01T10:00:00.000Z';

/**
 * One line a call: `Read a.ts`, `$ npm test`, with `!` before it where the call failed, `>` where the user had just asked for
 * something, and ` x4` behind it for four of them. Each takes so many seconds.
 */
function drawn(text: string, seconds = 5): PhaseCall[] {
  return text
    .trim()
    .split('\n')
    .flatMap((raw) => {
      const [, line = '', times = '1'] = /^(.*?)(?: x(\d+))?$/.exec(raw.trim()) ?? [];
      // The user asks once, before the first of them.
      return [...Array(Number(times)).keys()].map((n) => (n === 0 ? line : line.replace('> ', '')));
    })
    .map((raw, index) => {
      const prompted = raw.trim().startsWith('> ');
      const line = raw.trim().replace('> ', '');
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
        startedMs: index * seconds * 1000,
        durationMs: seconds * 1000,
        ...(prompted ? { afterPrompt: true } : {}),
        ...(tool === '$' ? { raw_command: rest } : rest === '' ? {} : { path: rest }),
      } as PhaseCall;
    });
}

const shape = (annotations: readonly PhaseAnnotation[]) =>
  annotations.map(
    ({ phase_type, tool_call_range: { start_call_id, end_call_id } }) =>
      `${phase_type} ${start_call_id}-${end_call_id}`,
  );

const infer = (text: string, seconds?: number) => inferPhases(drawn(text, seconds), at);

describe('inferPhases', () => {
  it('distinguishes looking, planning, changing and checking', () => {
    const text = `
      Grep
      Read a.ts x3
      $ git log --oneline
      ExitPlanMode
      Write docs/plans/a.md x4
      Edit a.ts x4
      Write b.ts
      $ npm test x5`;
    expect(shape(infer(text))).toEqual(['explore c1-c5', 'plan c6-c10', 'execute c11-c15', 'verify c16-c20']);
  });

  it('states that the kit made them, how sure it is, and when', () => {
    const [explore, execute] = infer('Read a.ts x2\nRead b/c.ts x2\nGrep\n$ rm x x2\n$ node make.js x2\n$ cp a b');
    expect(explore).toEqual({
      annotation_id: 'ann-001',
      phase_type: 'explore',
      tool_call_range: { start_call_id: 'c1', end_call_id: 'c5' },
      annotated_by: 'auto',
      annotated_at: at,
      confidence: 'medium',
      description: 'Read ×4, Grep: a.ts, c.ts',
      inferred: ['phase_type', 'tool_call_range', 'annotated_at'],
    });
    expect(execute).toMatchObject({ phase_type: 'execute', confidence: 'low', description: 'Bash ×5' });
  });

  it.each([
    [0, 0],
    [4, 0],
  ])('gives no phases for %i calls', (count, expected) => {
    expect(inferPhases(drawn('Read a\n$ npm test\nEdit a\nEdit b\n').slice(0, count), at)).toHaveLength(expected);
  });

  it('gives no phases for 5 to 20 calls of one phase, but one above that', () => {
    expect(infer(Array(5).fill('Edit a.ts').join('\n'))).toEqual([]);
    expect(infer(Array(20).fill('Edit a.ts').join('\n'))).toEqual([]);
    expect(shape(infer(Array(21).fill('Edit a.ts').join('\n')))).toEqual(['execute c1-c21']);
  });

  it('gives no phase with fewer than five calls that took less than 90 s', () => {
    const flicker = 'Read a\nEdit a\n$ npm test\nRead b\nEdit b\n$ npm test\n'.repeat(10);
    for (const { tool_call_range: range } of infer(flicker)) {
      expect(Number(range.end_call_id.slice(1)) - Number(range.start_call_id.slice(1))).toBeGreaterThanOrEqual(4);
    }
    expect(shape(infer('Read a x8\nEdit a\nRead b x8'))).toEqual([]);
    expect(shape(infer('Read a x8\nEdit a x2\nRead b x8', 60))).toEqual([
      'explore c1-c8',
      'execute c9-c10',
      'explore c11-c18',
    ]);
  });

  it('gives three to twelve phases, however often the work changes', () => {
    const found = infer('Read a x6\nEdit a x6\n$ npm test x6\nRead b x2\nEdit b x3\n'.repeat(40)).length;
    expect(found).toBeGreaterThanOrEqual(3);
    expect(found).toBeLessThanOrEqual(12);
    expect(infer('Read a x9\nEdit a\nRead a x2\nEdit a x2\n$ npm test x4\nRead a x5').length).toBeGreaterThanOrEqual(3);
  });

  it('ends a phase at a prompt, however short the phase is', () => {
    const text = 'Read a x6\n> Read b\n> Read c x6\n> Edit a x2\n$ npm test x2';
    expect(shape(infer(text))).toEqual(['explore c1-c6', 'explore c7-c7', 'explore c8-c13', 'verify c14-c17']);
  });

  it('gives each request with work of its own a phase, even if there are more than twelve', () => {
    expect(infer('> Read a x6\nEdit a x6\n$ npm test x6\n'.repeat(20))).toHaveLength(20);
  });

  it('joins the smallest of more than twelve requests with what came before, until twelve are left', () => {
    const long = '> Edit a x6\n';
    const found = shape(infer(`${long.repeat(10)}> Edit b\n> Edit c x3\n> Edit d x2\n${long}`));
    expect(found).toHaveLength(12);
    // One call and two calls join what came before them; three stay a phase.
    expect(found.slice(9)).toEqual(['execute c55-c61', 'execute c62-c66', 'execute c67-c72']);
    expect(infer('> Edit a x2\n'.repeat(50))).toHaveLength(12);
    // Twelve requests and fewer are never crossed, however small.
    expect(infer('> Edit a x2\n'.repeat(12))).toHaveLength(12);
    // A call that takes two minutes is work of its own.
    expect(infer('> Edit a\n'.repeat(15), 120)).toHaveLength(15);
  });

  it('excludes the time that the user takes', () => {
    const calls = drawn('Read a x8\nEdit a\nRead b x8').map((call, n) => ({
      ...call,
      // An hour goes by before the edit, and before what follows.
      startedMs: (call.startedMs ?? 0) + Math.max(0, Math.min(2, n - 7)) * 3_600_000,
    }));
    expect(shape(inferPhases(calls, at))).toEqual([]);
  });

  it('counts a check before the first change as a look', () => {
    expect(shape(infer('$ npm test x3\nRead a.ts x3\nEdit a.ts x6\n$ npm test x5'))).toEqual([
      'explore c1-c6',
      'execute c7-c12',
      'verify c13-c17',
    ]);
  });

  it('counts reading a file before changing it as part of the change', () => {
    expect(shape(infer('Glob x3\nRead a x3\nEdit a\nRead b\nEdit b x2\nRead c\nRead d\nEdit d'))).toEqual([
      'explore c1-c6',
      'execute c7-c13',
    ]);
  });

  it('keeps a long look between changes as a phase', () => {
    expect(shape(infer('Read a x5\nEdit a x5\nRead b x7\nEdit e x5'))).toEqual([
      'explore c1-c5',
      'execute c6-c10',
      'explore c11-c17',
      'execute c18-c22',
    ]);
  });

  it('counts fixes between checks as part of checking', () => {
    expect(shape(infer('Read a x5\nEdit a x6\n$ npm test\nEdit b\n$ npm test\nRead b\nEdit b\n$ npm test x2'))).toEqual(
      ['explore c1-c5', 'execute c6-c11', 'verify c12-c18'],
    );
  });

  it('counts a plan written first as planning, and a later document as work', () => {
    expect(shape(infer('Read a x5\nWrite docs/specs/x.md x5\nEdit a\nEdit docs/specs/x.md x5\n$ npm test x5'))).toEqual(
      ['explore c1-c5', 'plan c6-c10', 'execute c11-c16', 'verify c17-c21'],
    );
  });

  it('counts a picture after a change as a check', () => {
    expect(shape(infer('Read a.ts x5\nEdit a.ts x5\nRead shot.png x5\nEdit b.ts x5'))).toEqual([
      'explore c1-c5',
      'execute c6-c10',
      'verify c11-c15',
      'execute c16-c20',
    ]);
  });

  it('joins calls without an indication with their neighbours, and puts them into one phase where all are such', () => {
    expect(shape(infer('$ cd a\nRead a x5\nEdit a x3\nTodoWrite\nEdit b\n$ sleep 1'))).toEqual([
      'explore c1-c6',
      'execute c7-c12',
    ]);
    expect(shape(infer('$ sleep 1 x21'))).toEqual(['mixed c1-c21']);
  });

  it('joins a call that only waits with the call it waits for', () => {
    expect(shape(infer('Read a x5\nEdit a x5\n$ npm test x3\nwrite_stdin\nBashOutput'))).toEqual([
      'explore c1-c5',
      'execute c6-c10',
      'verify c11-c15',
    ]);
  });

  it('marks work after a failed check as another attempt', () => {
    const check = '$ npm test x4\n!$ npm test\nRead b';
    const text = `Read a x5\nEdit a x7\n${check}\nEdit a x7\n${check}\nEdit a x7\n$ npm test x5\nEdit c x5`;
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

  it('takes linear time', async () => {
    const took = (requests: number): Promise<number> => {
      const calls = drawn('> Read a x6\nEdit a x6\n$ npm test x6\n'.repeat(requests));
      return cpuMsOf(() => inferPhases(calls, at));
    };
    await took(200);
    expect(await took(2000)).toBeLessThan(30 * (await took(200)) + 50);
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
