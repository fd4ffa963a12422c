import { expect, it } from 'vitest';
import { describeScript, findToolCalls } from '../../../src/adapters/codex-rollout/script.ts';

const factsOf = (script: string) => describeScript(findToolCalls(script));

it('finds the command of a script with one literal call', () => {
  const script = 'const r = await tools.exec_command({"cmd":"ls -la","workdir":"/tmp"}); text(r.output);';
  expect(factsOf(script)).toEqual({
    tools: [{ tool: 'exec_command', arguments: { cmd: 'ls -la', workdir: '/tmp' } }],
    command: 'ls -la',
    patch: undefined,
  });
});

it('lists several calls without a command', () => {
  const script =
    "await Promise.all([tools.exec_command({cmd: 'a'}), tools.web__run(query), tools.exec_command({cmd: `b`})])";
  expect(factsOf(script)).toEqual({
    tools: [
      { tool: 'exec_command', arguments: { cmd: 'a' } },
      { tool: 'web__run' },
      { tool: 'exec_command', arguments: { cmd: 'b' } },
    ],
    command: undefined,
    patch: undefined,
  });
});

it('finds the patch of a script that applies one', () => {
  const facts = factsOf('await tools.apply_patch("*** Begin Patch\\n*** Delete File: a\\n*** End Patch");');
  expect(facts.patch).toBe('*** Begin Patch\n*** Delete File: a\n*** End Patch');
});

it('finds no call inside an argument', () => {
  expect(findToolCalls('tools.exec_command({cmd: "echo tools.apply_patch(1)"})').map(({ tool }) => tool)).toEqual([
    'exec_command',
  ]);
});

it('returns a call with two arguments, or a computed one, without its arguments', () => {
  expect(findToolCalls("tools.a({x: 1}, 2); tools.b({cmd: 'x' + y}); mytools.c('no')")).toEqual([
    { tool: 'a', argument: undefined },
    { tool: 'b', argument: undefined },
  ]);
});

it('takes linear time if every call opens a string that never ends', () => {
  const script = "tools.a('".repeat(20_000);
  expect(findToolCalls(script).length).toBeLessThanOrEqual(100);
});
