import type { MessageText } from '../messages.ts';

/** What markers of context and links between calls say. */
export const context = {
  markers: 'Context',
  'markers.more': { one: '{n} more piece', other: '{n} more pieces' },
  'legend.types': 'Types of context',
  'legend.relevance': 'How much it mattered',
  'view.editor': 'Open files in',
  'view.editor.host': 'this page\u2019s editor',
  'view.editor.none': 'no editor',
  'view.masking': 'Mask',
  'view.masking.all': 'all that is personal',
  'view.masking.values': 'secrets',
  'view.masking.off': 'nothing',
  'replay.show.links': 'All context links',
  'links.into': 'Context it drew on',
  'links.from': 'Used by',
  'links.quote': { one: 'quotes {n} line:', other: 'quotes {n} lines:' },
  'links.file': 'read before the change:',
  'links.place': 'found in',
  'links.annotation': 'annotated:',
  'links.words': 'names',
} as const satisfies Record<string, MessageText>;
