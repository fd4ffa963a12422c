import { describe, expect, it } from 'vitest';
import { workflowSteps } from '../../../src/components/step-chain/StepChain.tsx';
import { workflow } from '../../../stories/data/workflowSession.ts';

const chain = workflowSteps(workflow);

describe('workflowSteps', () => {
  it('lists every configured step with its kind and state', () => {
    expect(chain.map(({ name, kind, state }) => `${name}: ${kind}, ${state}`)).toEqual([
      'Create worktree: command, succeeded',
      'Develop: agent, succeeded',
      'Review development: gate, succeeded',
      'Unit tests: command, succeeded',
      'Judge: agent, succeeded',
      'Merge: command, pending',
    ]);
  });

  it('distinguishes a retry, a rollback, and a step that merely comes after one', () => {
    const again = (step: number) => chain[step]?.runs.map((run) => run.again);
    expect(again(1)).toEqual([undefined, 'rollback', undefined]);
    expect(chain[1]?.runs[1]?.backFrom).toBe(4);
    expect(again(2)).toEqual([undefined, undefined]);
    expect(again(3)).toEqual([undefined, 'retry', undefined]);
  });

  it('finds the step that a judge read', () => {
    expect(chain[4]?.runs.map(({ judges }) => judges)).toEqual([1, 1]);
  });

  it('calls a step without an end running while the session goes on', () => {
    const [first] = workflow.tool_calls;
    const session = {
      ...workflow,
      tool_calls: first === undefined ? [] : [{ ...first, outcome: 'unanswered' as const }],
    };
    expect(workflowSteps(session)[0]?.state).toBe('running');
    expect(workflowSteps({ ...session, status: 'failed' })[0]?.state).toBe('unanswered');
  });

  it('is empty without a workflow, and reads no number for an invalid step', () => {
    expect(workflowSteps({ ...workflow, extensions: {} })).toEqual([]);
    const odd = workflow.tool_calls.map((call) => ({
      ...call,
      input: { params: {} },
      extensions: { wf: { step: 1e12 } },
    }));
    expect(workflowSteps({ ...workflow, tool_calls: odd, extensions: { wf: { task: 'x' } } })).toEqual([]);
  });
});
