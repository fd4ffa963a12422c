import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ContextLink,
  contextLinks,
  explainLink,
  indexSession,
  linksFrom,
  linksInto,
  type SessionIndex,
} from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { arbitrarySession } from '../arbitrarySession.ts';
import { indexCalls, type LinkCall } from './linkSession.ts';

/** The links of a session as `from>to: kinds`. */
function drawn(index: SessionIndex): string[] {
  return contextLinks(index).map(
    ({ from, to, kinds }) => `${index.items[from]?.id}>${index.items[to]?.id}: ${kinds.join(' ')}`,
  );
}

const read: LinkCall = {
  tool: 'Read',
  params: { file_path: '/work/src/tides.ts' },
  text: 'export function highWater(port: string): number {\n  return lookUp(port).high;\n}',
};
const edit: LinkCall = {
  tool: 'Edit',
  category: 'action',
  params: { file_path: '/work/src/tides.ts', old_string: '  return lookUp(port).high;', new_string: '  return 4;' },
};

describe('contextLinks', () => {
  it('links the reading of a file to its change', () => {
    expect(drawn(indexCalls([read, edit]))).toEqual(['tool-1>tool-2: quote file']);
  });

  it('links a search to the reading of what it found', () => {
    const search: LinkCall = { tool: 'Grep', params: { pattern: 'lookUp' }, text: 'src/harbour/lookUp.ts:3:lookUp' };
    const found: LinkCall = { tool: 'Read', params: { file_path: '/work/src/harbour/lookUp.ts' }, text: 'x' };
    expect(drawn(indexCalls([search, found]))).toEqual(['tool-1>tool-2: words']);
  });

  it('links an id in an output to the command that names it', () => {
    const list: LinkCall = {
      tool: 'Bash',
      category: 'action',
      params: { command: 'ps' },
      text: 'job a81f3c9d22 waits',
    };
    const stop: LinkCall = { tool: 'Bash', category: 'action', params: { command: 'stop a81f3c9d22' } };
    expect(drawn(indexCalls([list, stop]))).toEqual(['tool-1>tool-2: words']);
  });

  it('follows an annotation', () => {
    const index = indexCalls(
      [
        { tool: 'Read', params: { file_path: '/work/docs/specs/ports.md' }, text: 'short' },
        { tool: 'Write', category: 'action', params: { file_path: '/work/a.ts', content: 'one' } },
      ],
      {
        phase_annotations: [
          {
            annotation_id: 'ann-001',
            phase_type: 'execute',
            tool_call_range: { start_call_id: 'tool-2', end_call_id: 'tool-2' },
            annotated_by: 'agent',
            annotated_at: '2026-01-25T10:00:00.000Z',
            confidence: 'high',
            context_used: [{ type: 'spec', source: 'docs/specs/ports.md', relevance: 'high' }],
          },
        ],
      },
    );
    expect(drawn(index)).toEqual(['tool-1>tool-2: annotation']);
  });

  it('follows the annotation of a phase that only looks into the phase that acts on it', () => {
    const annotation = (id: string, type: 'explore' | 'execute', call: string, sources: string[]) => ({
      annotation_id: id,
      phase_type: type,
      tool_call_range: { start_call_id: call, end_call_id: call },
      annotated_by: 'agent' as const,
      annotated_at: '2026-01-25T10:00:00.000Z',
      confidence: 'high' as const,
      context_used: sources.map((source) => ({ type: 'file' as const, source, relevance: 'high' as const })),
    });
    const index = indexCalls(
      [
        { tool: 'Read', params: { file_path: '/work/src/Node.tsx' }, text: 'short' },
        { tool: 'Write', category: 'action', params: { file_path: '/work/src/Marks.tsx', content: 'one' } },
      ],
      {
        phase_annotations: [
          annotation('ann-001', 'explore', 'tool-1', ['Node.tsx']),
          annotation('ann-002', 'execute', 'tool-2', []),
        ],
      },
    );
    expect(drawn(index)).toEqual(['tool-1>tool-2: annotation']);
  });

  it('links a call that states its contribution to the change of what it read, or to the next act', () => {
    const said = (summary: string) => ({ context_contribution: { type: 'file_content' as const, summary } });
    const look = (file: string, more: Partial<LinkCall> = {}): LinkCall => {
      return { tool: 'Read', params: { file_path: `/work/${file}` }, text: 'short', ...more };
    };
    const change = (file: string): LinkCall => {
      return { tool: 'Write', category: 'action', params: { file_path: `/work/${file}`, content: 'one' } };
    };
    const todo: LinkCall = { tool: 'TodoWrite', category: 'task_management', params: { todos: [] } };
    const index = indexCalls([
      look('a.ts', said('How pages are cut')),
      look('b.ts', said('Where tides come from')),
      look('c.ts'),
      todo,
      change('new.ts'),
      change('a.ts'),
    ]);
    expect(drawn(index)).toEqual(['tool-2>tool-5: annotation', 'tool-1>tool-6: file annotation']);
    const [link] = contextLinks(index);
    expect(explainLink(index, link as ContextLink)).toMatchObject([{ reference: { source: 'Where tides come from' } }]);
    const made = { ...index.session, provenance: { source_format: 'codex-log' } } as Session;
    expect(drawn(indexSession(made))).toEqual(['tool-1>tool-6: file']);
    // What the kit inferred itself proves nothing, and what came too late was not used.
    const inferred = { ...said('Inferred'), inferred: ['context_contribution'] };
    expect(drawn(indexCalls([look('b.ts', inferred), change('new.ts')]))).toEqual([]);
    expect(drawn(indexCalls([look('b.ts', { ...said('Late'), lastsMs: 5000 }), change('new.ts')]))).toEqual([]);
  });

  it('draws no weak link from a call without a stated contribution if others state theirs', () => {
    const glob: LinkCall = { tool: 'Glob', params: { pattern: '**/Node*.tsx' }, text: 'NodeView.tsx\nNodeList.tsx' };
    const view: LinkCall = { tool: 'Read', params: { file_path: 'web/src/NodeView.tsx' }, text: 'short' };
    const make: LinkCall = {
      tool: 'Write',
      category: 'action',
      params: { file_path: 'web/src/Marks.tsx', content: 'one' },
    };
    expect(drawn(indexCalls([glob, view, make]))).toEqual(['tool-1>tool-2: words']);
    const told = { ...view, context_contribution: { type: 'file_content' as const, summary: 'The parts of a node' } };
    expect(drawn(indexCalls([glob, told, make]))).toEqual(['tool-2>tool-3: annotation']);
  });

  it('draws nothing between calls that share everyday words', () => {
    const calls = ['the water is high today', 'water the high garden today'].map(
      (text): LinkCall => ({ tool: 'Bash', category: 'action', params: { command: `echo ${text}` }, text }),
    );
    expect(drawn(indexCalls(calls))).toEqual([]);
  });

  it('draws nothing from a result that had not come yet', () => {
    expect(drawn(indexCalls([{ ...read, lastsMs: 5000 }, edit]))).toEqual([]);
  });

  it('draws nothing from what was denied, or left behind by a rewind', () => {
    expect(drawn(indexCalls([{ ...read, outcome: 'denied' }, edit]))).toEqual([]);
    expect(drawn(indexCalls([{ ...read, branch: 'abandoned' }, edit]))).toEqual([]);
  });

  it('draws nothing into a checklist', () => {
    const todo: LinkCall = { tool: 'TodoWrite', category: 'task_management', params: { todos: '/work/src/tides.ts' } };
    expect(drawn(indexCalls([read, todo]))).toEqual([]);
  });

  it('links the reading that showed the lines, not the last one', () => {
    const other: LinkCall = { ...read, params: { ...read.params, offset: 200, limit: 20 }, text: 'const nothing = 1;' };
    expect(drawn(indexCalls([read, other, edit]))).toEqual(['tool-1>tool-3: quote file']);
  });

  it('ignores readings from before the file was rewritten', () => {
    const write: LinkCall = {
      tool: 'Write',
      category: 'action',
      params: { file_path: '/work/src/tides.ts', content: 'export const none = 0;' },
    };
    const change: LinkCall = { ...edit, params: { file_path: '/work/src/tides.ts', old_string: 'a', new_string: 'b' } };
    expect(drawn(indexCalls([read, write, change])).filter((link) => link.includes('>tool-3'))).toEqual([]);
  });

  it('treats built-in names such as __proto__ as ordinary words', () => {
    const odd: LinkCall = { tool: 'Bash', category: 'action', params: { command: 'x' }, text: '__proto__ constructor' };
    expect(() => drawn(indexCalls([odd, { ...odd, params: { command: '__proto__ constructor' } }]))).not.toThrow();
  });

  it('gives the same links through linksInto and linksFrom, in either order, and none backwards', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const index = indexSession(session);
        const items = index.items.map((_, at) => at);
        const into = items.flatMap((item) => linksInto(index, item));
        const all = contextLinks(index);
        expect(into).toEqual(all);
        const key = ({ from, to }: (typeof all)[number]): string => `${from}>${to}`;
        expect(
          items
            .flatMap((item) => linksFrom(index, item))
            .map(key)
            .sort(),
        ).toEqual(all.map(key).sort());
        for (const { from, to } of all) {
          expect(from).toBeLessThan(to);
          expect(index.items[from]?.is).toBe('call');
          expect(index.items[to]?.run).toBe(index.items[from]?.run);
        }
      }),
    );
  });
});
