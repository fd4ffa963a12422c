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
