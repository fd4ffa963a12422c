/** Texts of context and of what led to what. */
export const linksWords = {
  markers: 'Context',
  'markers.more': { one: '{n} more piece', other: '{n} more pieces' },
  'legend.types': 'Types of context',
  'legend.relevance': 'How much it mattered',
  'links.into': 'Context it drew on',
  'links.from': 'Used by',
  'links.quote': { one: 'quotes {n} line:', other: 'quotes {n} lines:' },
  'links.file': 'read before the change:',
  'links.place': 'found in',
  'links.annotation': 'annotated:',
  'links.words': 'names',
} as const;
