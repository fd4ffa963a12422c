import { expect, test } from 'vitest';
import { phaseCallOf } from '../../../src/adapters/assemble/buildCall.ts';
import { commandPurpose } from '../../../src/session/index.ts';

function purposeOf(command: string): string {
  const params = { command };
  const call = { call_id: 'c', tool_name: 'Bash', tool_category: 'action' as const, input: { params } };
  return commandPurpose(phaseCallOf(call).raw_command ?? '');
}

test('the purpose of a command is found past a long text that it writes first', () => {
  const text = 'A line of the notes that are written here.\n'.repeat(100);
  expect(purposeOf(`cat > notes.md <<'EOF'\n${text}EOF\npnpm test`)).toBe('test');
});

test('no more is kept of a long command than is read of it', () => {
  const params = { command: `echo ${'a'.repeat(1_000_000)}` };
  const call = { call_id: 'c', tool_name: 'Bash', tool_category: 'action' as const, input: { params } };
  expect(phaseCallOf(call).raw_command?.length).toBe(2000);
});
