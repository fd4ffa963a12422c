import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverCalls, type PhaseAnnotation } from '../../../src/session/index.ts';
import { annotationOf } from '../fixtures.ts';

const at = '2026-02-02T00:00:00.000Z';
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const ann = (start: string, end: string, id = `${start}${end}`) =>
  annotationOf(start, end, { annotation_id: id }) as unknown as PhaseAnnotation;
const shape = (annotations: readonly PhaseAnnotation[]) =>
  annotations.map(({ annotation_id, phase_type, tool_call_range: { start_call_id, end_call_id } }) =>
    [annotation_id, phase_type, `${start_call_id}-${end_call_id}`].join(' '),
  );

describe('coverCalls', () => {
  it('keeps annotations unchanged that cover every call once', () => {
    const whole = [ann('a', 'c'), ann('d', 'f')];
    expect(coverCalls(whole, ids, at)).toEqual(whole);
  });

  it('fills the gaps', () => {
    const covered = coverCalls([ann('b', 'b'), ann('d', 'e')], ids, at);
    expect(shape(covered)).toEqual([
      'gap-1 unclassified a-a',
      'bb execute b-b',
      'gap-2 unclassified c-c',
      'de execute d-e',
      'gap-3 unclassified f-f',
    ]);
    expect(covered[0]).toMatchObject({ annotated_by: 'auto', annotated_at: at, confidence: 'low' });
  });

  it('gives overlapping calls to the annotation that starts first, and keeps the other', () => {
    const covered = coverCalls([ann('b', 'f'), ann('a', 'c'), ann('b', 'b', 'inner')], ids, at);
    expect(shape(covered)).toEqual(['ac execute a-c', 'bf execute d-f']);
    expect(covered[1]?.extensions).toEqual({ kit: { overlapped: [ann('b', 'b', 'inner')] } });
  });

  it('drops invalid ranges', () => {
    expect(shape(coverCalls([ann('x', 'b'), ann('c', 'b'), ann('a', 'f')], ids, at))).toEqual(['af execute a-f']);
    expect(coverCalls([ann('x', 'y')], ids, at)).toEqual([]);
    expect(coverCalls([], ids, at)).toEqual([]);
    expect(coverCalls([ann('a', 'a')], [], at)).toEqual([]);
  });

  it('makes ids that no annotation has', () => {
    expect(shape(coverCalls([ann('b', 'f', 'gap-1')], ids, at))).toEqual([
      'gap-2 unclassified a-a',
      'gap-1 execute b-f',
    ]);
  });

  it('covers every call once, whatever the annotations', () => {
    const anyId = fc.constantFrom(...ids, 'x');
    fc.assert(
      fc.property(fc.array(fc.tuple(anyId, anyId), { maxLength: 8 }), (ranges) => {
        const annotations = ranges.map(([start, end], index) => ann(start, end, `n${index}`));
        const covered = coverCalls(annotations, ids, at);
        const usable = ranges.filter(([start, end]) => ids.includes(start) && ids.indexOf(start) <= ids.indexOf(end));
        const told = covered.flatMap(({ tool_call_range: { start_call_id, end_call_id } }) =>
          ids.slice(ids.indexOf(start_call_id), ids.indexOf(end_call_id) + 1),
        );
        expect(told).toEqual(usable.length === 0 ? [] : ids);
        expect(new Set(covered.map(({ annotation_id }) => annotation_id)).size).toBe(covered.length);
        // Every usable annotation is there: as itself, or with the one that has its calls.
        const overlapped = covered.flatMap(
          ({ extensions }) => (extensions?.kit as { overlapped: unknown[] } | undefined)?.overlapped ?? [],
        );
        const own = covered.filter(({ phase_type }) => phase_type !== 'unclassified');
        expect(own.length + overlapped.length).toBe(usable.length);
      }),
    );
  });
});
