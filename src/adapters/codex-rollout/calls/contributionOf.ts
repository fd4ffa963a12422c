import type { ContributionType } from '../../../session/index.ts';
import { asText, type Fields, objectsIn } from '../narrow.ts';
import type { CallKind } from './callBook.ts';

const searching: ReadonlySet<string | undefined> = new Set(['search', 'list_files']);

/** What kind of context a call's output is; a command that is known to only read or search gives what it found. */
export function contributionOf(kind: CallKind, commandEnd: Fields | undefined): ContributionType | undefined {
  switch (kind) {
    case 'shell':
    case 'stdin':
    case 'script':
    case 'cell':
      return commandContribution(commandEnd);
    case 'patch':
    case 'spawn':
    case 'other':
      return undefined;
  }
}

function commandContribution(commandEnd: Fields | undefined): ContributionType {
  const steps = objectsIn(commandEnd?.parsed_cmd).map(({ type }) => asText(type));
  if (steps.length === 0) return 'command_output';
  if (steps.every((step) => step === 'read')) return 'file_content';
  return steps.every((step) => searching.has(step)) ? 'search_result' : 'command_output';
}
