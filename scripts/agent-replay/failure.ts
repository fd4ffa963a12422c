import { CommanderError } from 'commander';
import { errorText } from '../../src/session/text/errorText.ts';
import { inLanguage } from '../etl/formatReport.ts';
import { OutputError } from '../etl/writeAtomically.ts';
import { plain, type Terminal } from './terminal.ts';

/** Exit codes of the command. */
export const exitCodes = { done: 0, refused: 1, usage: 2, failed: 3, bug: 70, interrupted: 130 } as const;

/** An error that the user can put right: what happened, where, and what to do. */
export class Failure extends Error {
  readonly remedy: string;
  readonly exitCode: number;

  constructor(message: string, remedy: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** An invalid command line. */
export class UsageFailure extends Failure {
  constructor(message: string, remedy = '') {
    super(message, remedy, exitCodes.usage);
  }
}

/** Prints an error in one or two sentences, and gives the exit code. The stack is shown with `--debug` only. */
export function reportError(error: unknown, terminal: Terminal): number {
  const { message, remedy, exitCode } = failureOf(error, terminal);
  terminal.say(plain(remedy === '' ? message : `${message} ${remedy}`), 'red');
  if (terminal.debug && error instanceof Error) terminal.say(error.stack ?? '');
  return exitCode;
}

function failureOf(error: unknown, terminal: Terminal): Pick<Failure, 'message' | 'remedy' | 'exitCode'> {
  const { t } = terminal;
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return new UsageFailure(error.message);
  if (error instanceof OutputError) return new Failure(inLanguage(error.message, terminal), '');
  if (isSystemError(error)) return systemFailure(error, t);
  const message = errorText(error);
  return new Failure(
    t(
      `Stopped by a fault of the kit: ${message.replace(/[.。]?$/, '.')}`,
      `程序内部出错：${message.replace(/[.。]?$/, '。')}`,
    ),
    t('Please report it, with what --debug adds to this message.', '请反馈此问题，并附上加 --debug 后的输出。'),
    exitCodes.bug,
  );
}

/** Errors that the system raises are no fault of the kit. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException & { dest?: string; port?: number } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function systemFailure(
  { code = '', syscall, path, dest, port, message }: NodeJS.ErrnoException & { dest?: string; port?: number },
  t: Terminal['t'],
): Failure {
  const target = dest ?? path ?? '';
  const at = target === '' ? '' : `: ${target}`;
  switch (code) {
    case 'EADDRINUSE':
      return new Failure(
        t(`Port ${port} of this machine is in use.`, `本机端口 ${port} 已被占用。`),
        t(
          'Choose another with --port, or leave --port out: the kit then finds a free one.',
          '用 --port 换一个端口，或不写 --port，自动选空闲端口。',
        ),
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return port === undefined
        ? new Failure(
            t(`No permission${at}.`, `没有权限${at}。`),
            t('Change its permissions, or name another place with --out.', '请修改其权限，或用 --out 指定别处。'),
          )
        : new Failure(
            t(`Port ${port} needs rights that you do not have.`, `没有使用端口 ${port} 的权限。`),
            t('Choose one from 1024 on with --port.', '请用 --port 选 1024 以上的端口。'),
          );
    case 'EEXIST':
    case 'ENOTDIR':
      return new Failure(
        t(`A file stands where a folder should be${at}.`, `此处应为文件夹，却是文件${at}。`),
        t('Name another folder with --out.', '请用 --out 指定另一个文件夹。'),
      );
    case 'EISDIR':
      return new Failure(
        t(`A folder stands where a file should be${at}.`, `此处应为文件，却是文件夹${at}。`),
        t('Name another file.', '请指定另一个文件。'),
      );
    case 'ENOENT':
      // The folder above is there, or it would have been made.
      if (syscall === 'mkdir')
        return new Failure(
          t(`No folder can be made there${at}.`, `无法在此处建立文件夹${at}。`),
          t('Name another folder with --out.', '请用 --out 指定另一个文件夹。'),
        );
      return new Failure(
        t(`There is no such file or folder${at}.`, `没有这个文件或文件夹${at}。`),
        t('Check the path.', '请检查路径。'),
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new Failure(
        t(`The disk is full${at}.`, `磁盘已满${at}。`),
        t(
          'Make room, or name a place on another disk with --out, then run again.',
          '请腾出空间，或用 --out 指定其他磁盘，然后重试。',
        ),
      );
    case 'EMFILE':
    case 'ENFILE':
      return new Failure(
        t('Too many files are open.', '打开的文件过多。'),
        t('Raise the limit (ulimit -n), then run again.', '请提高上限（ulimit -n）后重试。'),
      );
    default:
      return new Failure(
        t(`The system refused: ${message}.`, `系统拒绝了操作：${message}。`),
        t('Check that the place can be read or written, then run again.', '请检查该位置是否可读写，然后重试。'),
      );
  }
}
