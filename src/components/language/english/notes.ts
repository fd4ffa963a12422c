/** Texts of a reader's notes. */
export const notesWords = {
  notes: 'Notes',
  'notes.new': 'New note',
  'notes.on': 'On',
  'notes.on.item': '{what}',
  'notes.on.range': '{from} \u2013 {to}',
  'notes.on.line': '{path}, line {line}',
  'notes.on.oldLine': '{path}, line {line} as it was before',
  'notes.add': 'Add note',
  'notes.bookmark': 'Bookmark',
  'notes.edit': 'Edit',
  'notes.done': 'Done',
  'notes.remove': 'Remove',
  'notes.save': 'Save notes',
  'notes.none': 'No notes yet.',
  'notes.lost': {
    one: '{n} note is on a row that this session does not have',
    other: '{n} notes are on rows that this session does not have',
  },
  'notes.noted': 'with a note',
  'notes.onThisLine': 'Note on this line',
  'notes.lineNoted': '{line}, with a note',
} as const;
