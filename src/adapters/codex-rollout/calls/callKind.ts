import { toolFacts } from '../../../session/index.ts';
import type { CallKind } from './callBook.ts';

const kinds: ReadonlyMap<string, CallKind> = new Map([
  ['write_stdin', 'stdin'],
  ['apply_patch', 'patch'],
  ['spawn_agent', 'spawn'],
]);

/** How a call is read, by its name and, where a name has two uses, by its parameters. */
export function callKind(name: string, params: Readonly<Record<string, unknown>>, custom: boolean): CallKind {
  if (custom && name === 'exec') return 'script';
  if (name === 'wait' && 'cell_id' in params) return 'cell';
  return kinds.get(name) ?? (toolFacts(name).shell === true ? 'shell' : 'other');
}
