import type { ToolCall } from '../../session/index.ts';

const names = ['command', 'cmd', 'script'] as const;
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'pwsh', 'powershell']);

/** The command that a call runs; undefined where it runs none. What a shell is only handed on counts without the shell. */
export function commandText({ input }: ToolCall): string | undefined {
  if (input.raw_command !== undefined) return input.raw_command.trim();
  const value = names
    .map((name) => (Object.hasOwn(input.params, name) ? input.params[name] : undefined))
    .find(isCommand);
  if (value === undefined) return undefined;
  return (typeof value === 'string' ? value : withoutShell(value)).trim();
}

function isCommand(value: unknown): value is string | string[] {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string');
}

function withoutShell(words: readonly string[]): string {
  const [program = '', option = '', script] = words;
  const handsOn = words.length === 3 && option.startsWith('-') && option.endsWith('c');
  return handsOn && script !== undefined && shells.has(lastPart(program)) ? script : words.join(' ');
}

const assignment = /^[A-Za-z_]\w*=/;
const verb = /^[a-z][\w:-]*$/;
/** A program and its verb stand at the beginning. */
const looked = 200;

/** What a command is about: its program, and the program's verb where it has one, such as `git status`. */
export function commandSubject(command: string): string {
  const words = afterFolder(command.slice(0, looked))
    .split(/\s+/)
    .filter((word) => word !== '');
  const at = words.findIndex((word) => !assignment.test(word));
  const program = lastPart(words[at] ?? '');
  const next = words[at + 1] ?? '';
  return verb.test(next) ? `${program} ${next}` : program;
}

/** `cd somewhere && what is meant` */
function afterFolder(command: string): string {
  const at = command.startsWith('cd ') ? command.indexOf('&&') : -1;
  return at < 0 ? command : command.slice(at + 2);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
