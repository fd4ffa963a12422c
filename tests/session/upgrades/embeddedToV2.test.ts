import { describe, expect, it } from 'vitest';
import { parseSession } from '../../../src/session/index.ts';
import { kept, parsed } from '../fixtures.ts';

const json = {
  session_id: '2026-02-01-002-empty-state',
  title: '空列表的提示',
  description: '没有便签时显示提示',
  created_at: '2026-02-01T10:00:00+08:00',
  completed_at: '2026-02-01T10:10:00+08:00',
  status: 'success',
  phases: [
    {
      phase: 'explore',
      description: '查看列表',
      context_references: [
        { type: 'file', path: 'List.tsx', relevance: '在这里渲染', section: '底部' },
        { type: 'user_message', content: '太空了', relevance: 'high' },
      ],
    },
    {
      phase: 'execute',
      description: '创建组件',
      tool_calls: [
        { tool: 'Write', target: 'Empty.tsx', action: '创建', details: { props: ['a'] } },
        { tool: 'Grep', target: 'Empty', action: '查找' },
      ],
    },
    { phase: 'verify', tool_calls: [{ tool: 'Bash', command: 'tsc', result: '通过\n无警告' }] },
  ],
  artifacts: { files_created: ['Empty.tsx'], files_modified: [] },
  design_decisions: [{ decision: '内联 SVG', rationale: '随主题变色', alternatives: ['PNG'], mapping: { a: 'b' } }],
};

describe('upgrading the variant of v2 with calls in its phases', () => {
  const session = parsed(json);

  it('numbers the calls and gives their fields the standard’s names', () => {
    expect(session.tool_calls).toMatchObject([
      { call_id: 'tool-001', tool_name: 'Write', input: { params: { file_path: 'Empty.tsx' }, description: '创建' } },
      { call_id: 'tool-002', tool_name: 'Grep', input: { params: { target: 'Empty' } } },
      {
        call_id: 'tool-003',
        tool_name: 'Bash',
        input: { params: { command: 'tsc' } },
        output: { status: 'success', result: { display: '通过', text: '通过\n无警告' } },
        outcome: 'unknown',
      },
    ]);
    expect(session.tool_calls[0]?.inferred).toEqual(
      expect.arrayContaining(['call_id', 'tool_category', 'started_at', 'ended_at', 'duration_ms', 'output.status']),
    );
    expect(kept(session.tool_calls[0])).toEqual({ details: { props: ['a'] } });
  });

  it('moves title, description and files to the standard’s names', () => {
    expect(session).toMatchObject({
      task_title: '空列表的提示',
      task_description: '没有便签时显示提示',
      user_prompt: '没有便签时显示提示',
      summary: { tool_calls_count: 3, files_created: ['Empty.tsx'], files_modified: [] },
    });
    expect(session.inferred).toContain('user_prompt');
  });

  it('reads references by path or content, with prose about relevance as a summary', () => {
    const [annotation] = session.phase_annotations ?? [];
    expect(annotation).toMatchObject({ phase_type: 'execute', description: '创建组件' });
    // It has no calls, and so no annotation.
    const [phase] = session.phases ?? [];
    expect(phase).toMatchObject({ phase_type: 'explore', tool_call_ids: [] });
    expect(phase?.context_used).toEqual([
      { type: 'file', source: 'List.tsx', relevance: 'medium', summary: '在这里渲染', section: '底部' },
      { type: 'user_message', source: '太空了', relevance: 'high' },
    ]);
  });

  it('moves the session’s decisions to an annotation', () => {
    const [annotation] = session.phase_annotations ?? [];
    expect(annotation?.decisions).toEqual([
      {
        decision_id: 'dec-001',
        type: 'approach',
        description: '内联 SVG',
        reasoning: '随主题变色',
        alternatives_considered: ['PNG'],
      },
    ]);
    expect(annotation?.inferred).toContain('decisions');
    expect(kept(annotation)).toMatchObject({ decisions: { 0: { mapping: { a: 'b' } } } });
  });

  it('renumbers calls whose ids repeat from phase to phase', () => {
    const repeating = ['a', 'b'].map((target) => ({
      phase: 'execute',
      tool_calls: [{ call_id: 'tool-001', tool: 'Write', target }],
    }));
    const { session: renumbered } = parseSession({ ...json, phases: repeating });
    expect(renumbered?.tool_calls.map(({ call_id }) => call_id)).toEqual(['tool-001', 'tool-002']);
    expect(kept(renumbered?.tool_calls[1])).toEqual({ call_id: 'tool-001' });
  });
});
