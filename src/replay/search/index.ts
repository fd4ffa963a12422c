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
export {
  createSearchTexts,
  type PartKind,
  type ReadWholesOptions,
  readWholes,
  type SearchPart,
  type SearchReading,
  type SearchTexts,
  type WholeText,
  type WholeToRead,
  wholesToRead,
} from './searchTexts.ts';
export { suggestTerms, type TermSuggestion } from './suggestTerms.ts';
