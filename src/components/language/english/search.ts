import type { MessageText } from '../messages.ts';

/** What the search in a session says. */
export const search = {
  search: 'Search in the session',
  'search.field': 'Search in the session',
  'search.placeholder': 'Words, "phrases" or tool:Bash',
  'search.next': 'Next match',
  'search.previous': 'Previous match',
  'search.only': 'Only matches',
  'search.close': 'Close the search',
  'search.matches': 'Matches',
  'search.count': { one: '{n} match', other: '{n} matches' },
  'search.at': '{at} of {total}',
  'search.none': 'No matches',
  'search.noneHint': 'Nothing in this session has all of this.',
  'search.searching': 'Searching …',
  'search.limit': 'Limit to',
  'search.in.input': 'input',
  'search.in.output': 'output',
  'search.wholes': {
    one: '{n} text is shortened here; the whole ({size}) is not searched.',
    other: '{n} texts are shortened here; the wholes ({size}) are not searched.',
  },
  'search.wholes.load': 'Search in them too',
  'search.wholes.reading': { one: 'Reading {read} of {n} …', other: 'Reading {read} of {n} …' },
  'search.wholes.read': 'Shortened texts are searched as a whole.',
  'search.wholes.failed': {
    one: '{n} shortened text could not be loaded as a whole.',
    other: '{n} shortened texts could not be loaded as a whole.',
  },
  'search.wholes.again': 'Try again',
} as const satisfies Record<string, MessageText>;
