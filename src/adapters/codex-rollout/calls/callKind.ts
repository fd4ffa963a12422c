import type { CallKind } from './callBook.ts';

const kinds: ReadonlyMap<string, CallKind> = new Map([
  ['shell', 'shell'],
  ['shell_command', 'shell'],
  ['exec_command', 'shell'],
  ['local_shell', 'shell'],
  ['container.exec', 'shell'],
  ['unified_exec', 'shell'],
  ['user_shell_command', 'shell'],
  ['write_stdin', 'stdin'],
  ['apply_patch', 'patch'],
  ['spawn_agent', 'spawn'],
]);

/** How a call is read, by its name and, where a name has two uses, by its parameters. */
export function callKind(name: string, params: Readonly<Record<string, unknown>>, custom: boolean): CallKind {
  if (custom && name === 'exec') return 'script';
  if (name === 'wait' && 'cell_id' in params) return 'cell';
  return kinds.get(name) ?? 'other';
}
