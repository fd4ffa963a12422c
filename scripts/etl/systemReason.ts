const reasons: Readonly<Record<string, string>> = {
  EACCES: 'There is no permission for it.',
  EPERM: 'There is no permission for it.',
  ENOENT: 'There is no such file or folder.',
  ENOTDIR: 'There is no such file or folder.',
  ELOOP: 'Its links lead round in a circle.',
  ENAMETOOLONG: 'Its name is too long.',
  EMFILE: 'Too many files are open.',
  ENFILE: 'Too many files are open.',
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full.',
  EIO: 'The disk failed.',
};

/** What a file's error says, where it is one of the system's: a sentence, with its path where that is not the file. Others stay. */
export function systemReason(file: string, message: string): string {
  const [, code, path = file] = /^(E[A-Z0-9]+): [^,]+, [a-z]+(?: '(.*)')?$/.exec(message) ?? [];
  if (code === undefined) return message;
  const reason = reasons[code] ?? `The system refused it (${code}).`;
  return path === file || path.endsWith(`/${file}`) ? reason : `${reason} (${path})`;
}
