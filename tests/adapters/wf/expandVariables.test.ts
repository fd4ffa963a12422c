import { describe, expect, it } from 'vitest';
import { expandVariables, readWorkflow, variablesOf } from '../../../src/adapters/wf/project.ts';

const braces = (name: string) => `\${${name}}`;

function expand(template: string, config: object = {}, more: object = {}): string {
  const workflow = readWorkflow({ workflow: [], ...config });
  const scope = { tool: 'wf' as const, task: 'auth', taskText: undefined, runId: undefined, workflow, ...more };
  return expandVariables(template, variablesOf(scope));
}

describe('variables of a command', () => {
  it.each([
    ['task', 'auth'],
    ['branch', 'wf/auth'],
    ['worktree', `${braces('repo_root')}/.wf/worktrees/auth`],
    ['window', 'auth'],
    ['base_branch', 'main'],
    ['claude_command', 'claude'],
    ['log_file', '.wf/logs/auth.jsonl'],
    ['task_file', '.wf/tasks/auth.md'],
  ])('are replaced in %s, giving %s', (name, value) => {
    expect(expand(braces(name))).toBe(value);
  });

  it("are replaced by the configuration's values", () => {
    const config = { session: 's', base_branch: 'dev', worktree_dir: 'trees', claude_command: 'ccc' };
    const template = ['session', 'base_branch', 'worktree', 'claude_command'].map(braces).join(' ');
    expect(expand(template, config)).toBe(`s dev ${braces('repo_root')}/trees/auth ccc`);
  });

  it('can be defined in the configuration, for all tasks and for one', () => {
    const config = {
      vars: { branch: `pawl/${braces('task')}`, port: '1' },
      tasks: { auth: { vars: { port: '2' } }, other: { vars: { port: '3' } } },
    };
    expect(expand(`${braces('branch')} ${braces('port')}`, config)).toBe('pawl/auth 2');
  });

  it('are left unchanged if unknown', () => {
    expect(expand(`${braces('repo_root')} ${braces('session')} $HOME ${braces('a-b')} $(date)`)).toBe(
      `${braces('repo_root')} ${braces('session')} $HOME ${braces('a-b')} $(date)`,
    );
    expect(expand(braces('__proto__') + braces('constructor'))).toBe(braces('__proto__') + braces('constructor'));
  });

  it('do not grow endlessly if one names itself', () => {
    const config = { vars: { a: braces('a').repeat(200) } };
    expect(expand(braces('a'), config).length).toBeLessThan(20_001);
  });
});
