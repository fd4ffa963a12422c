export { runInSlices } from '../slices.ts';
export { excerptOf, type SearchExcerpt, type TextRange } from './excerptOf.ts';
export {
  asksNothing,
  exactTerm,
  narrowsQuery,
  parseQuery,
  type SearchQuery,
  type SearchTerm,
  type TermName,
  termNames,
} from './query.ts';
export { type Found, nothingFound, searchSteps, warmSteps, withoutRepeatedTasks } from './searchSteps.ts';
export type { PartKind as PartPlace, SearchPart, SearchReading } from './searchTexts.ts';
export { createSearchTexts, type SearchTexts, type WholeText } from './searchTexts.ts';
export { suggestTerms, type TermSuggestion } from './suggestTerms.ts';
export { type ReadWholesOptions, readWholes, type WholeToRead, wholesToRead } from './wholeTexts.ts';
