import type { Outcome } from '../../../session/index.ts';

/** How outputs begin that tell of a failure, of the tool or of what carries it out. */
const failures = [
  'failed in sandbox',
  'failed to parse function arguments',
  'execution error:',
  'exec_command failed',
  'write_stdin failed',
  'apply_patch verification failed',
  'patch rejected',
  'unsupported call:',
  'unsupported custom tool call:',
  'tool call error:',
  'collab spawn failed',
  'collab tool failed',
  'collab manager unavailable',
] as const;

/** Beginnings that tell of a failure only where a command or a patch was asked for. */
const commandFailures = ['error: ', 'sandbox error:', 'sandbox denied', 'command timed out'] as const;

/** Where in an output its writer says why nothing was done, in characters. */
const HEAD = 400;

/** What an output without exit code says of its call; undefined where it says nothing. */
export function failureOf(text: string, ofCommand: boolean): Outcome | undefined {
  const head = text.slice(0, HEAD).trimStart();
  if (head === 'aborted' || head.startsWith('aborted by user')) return 'interrupted';
  const starts = (beginning: string): boolean => head.startsWith(beginning);
  const failed = failures.some(starts) || (ofCommand && commandFailures.some(starts));
  if (!failed && !head.startsWith('Rejected(')) return undefined;
  return head.includes('rejected by user') || head.includes('rejected due to') ? 'denied' : 'failed';
}
