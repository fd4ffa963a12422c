/** Texts of the overview of many sessions. */
export const overviewWords = {
  overview: 'What the sessions took',
  'overview.sessions': 'Sessions',
  'overview.activeMs': 'Active time',
  'overview.tokens': 'Tokens',
  'overview.cost': 'Cost',
  'overview.byTime': 'By day, month or year, in UTC',
  'overview.by.agent': 'By agent',
  'overview.by.model': 'By model',
  'overview.by.project': 'By project',
  'overview.noProject': 'No folder in log',
  'overview.noModel': 'No model in log',
  'overview.failing': 'Tools that failed most often',
  'overview.longest': 'Longest calls',
  'overview.others': { one: 'and {n} other', other: 'and {n} others' },
  'overview.workedOut': 'Costs that a log does not state are worked out by prices of {date}.',
  'overview.unpriced': {
    one: 'The cost of {n} session is not known; the sum is a minimum.',
    other: 'The cost of {n} sessions is not known; the sum is a minimum.',
  },
  'overview.noCost': {
    one: 'The cost of {n} session is not known.',
    other: 'The cost of {n} sessions is not known.',
  },
  'overview.newestOnly': {
    one: 'Only the newest session is added up.',
    other: 'Only the newest {n} sessions are added up.',
  },
  'overview.undated': {
    one: '{n} session has no known time and is not in the chart.',
    other: '{n} sessions have no known time and are not in the chart.',
  },
  'overview.costNotKnown': 'not known',
  'overview.notRead': 'The sessions could not be read.',
  'overview.again': 'Try again',
} as const;
