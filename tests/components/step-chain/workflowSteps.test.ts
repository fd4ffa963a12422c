import { describe, expect, it } from 'vitest';
import { workflowSteps } from '../../../src/components/step-chain/workflowSteps.ts';
import { workflow } from '../../../stories/data/workflowSession.ts';

const chain = workflowSteps(workflow);

describe('workflowSteps', () => {
  it('has every configured step, with its kind and state', () => {
    expect(chain.map(({ name, kind, state }) => `${name}: ${kind}, ${state}`)).toEqual([
      'Create worktree: command, succeeded',
      'Develop: agent, succeeded',
      'Review development: gate, succeeded',
      'Unit tests: command, succeeded',
      'Judge: agent, succeeded',
      'Merge: command, pending',
    ]);
  });

  it('tells a retry from a rollback, and from what only comes after one', () => {
    const again = (step: number) => chain[step]?.runs.map((run) => run.again);
    expect(again(1)).toEqual([undefined, 'rollback', undefined]);
    expect(chain[1]?.runs[1]?.backFrom).toBe(4);
    expect(again(2)).toEqual([undefined, undefined]);
    expect(again(3)).toEqual([undefined, 'retry', undefined]);
  });

  it('knows which step a judge read', () => {
    expect(chain[4]?.runs.map(({ judges }) => judges)).toEqual([1, 1]);
  });

  it('calls a step that waits for its end running while the session goes on', () => {
    const [first] = workflow.tool_calls;
    const session = {
      ...workflow,
      tool_calls: first === undefined ? [] : [{ ...first, outcome: 'unanswered' as const }],
    };
    expect(workflowSteps(session)[0]?.state).toBe('running');
    expect(workflowSteps({ ...session, status: 'failed' })[0]?.state).toBe('unanswered');
  });

  it('is empty without a workflow, and takes no number for a step that is none', () => {
    expect(workflowSteps({ ...workflow, extensions: {} })).toEqual([]);
    const odd = workflow.tool_calls.map((call) => ({
      ...call,
      input: { params: {} },
      extensions: { wf: { step: 1e12 } },
    }));
    expect(workflowSteps({ ...workflow, tool_calls: odd, extensions: { wf: { task: 'x' } } })).toEqual([]);
  });
});
