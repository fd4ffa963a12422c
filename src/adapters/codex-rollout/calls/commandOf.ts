import { asList, asText } from '../narrow.ts';

/** Shells whose script is an argument of its own. */
const shellName = /(?:^|[\\/])(?:bash|zsh|sh|dash|fish|pwsh|powershell)(?:\.exe)?$/i;
const scriptFlags: ReadonlySet<string> = new Set(['-c', '-lc', '-ic', '-lic', '-command']);

/** The command line that a shell call runs: the script of a shell, else the words; undefined where it names none. */
export function commandOf(command: unknown): string | undefined {
  const line = asText(command);
  if (line !== undefined) return line;
  const words = asList(command).flatMap((word) => asText(word) ?? []);
  if (words.length === 0) return undefined;
  const [program = '', flag = '', script] = words;
  if (script !== undefined && words.length === 3 && shellName.test(program) && scriptFlags.has(flag.toLowerCase()))
    return script;
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
