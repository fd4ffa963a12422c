// The session layer's entry for the kit's other layers: values that are not public, and values that an app's first load takes
// without the schemas. Nothing here may import zod; types and schemas come from index.ts.
export {
  type AbridgedOrigin,
  abridgeCall,
  abridgedFrom,
  abridgedName,
  abridgedVersion,
  type ByteRange,
  endBytes,
  omission,
  omitMiddle,
  rangeInSession,
  shortestAbridged,
  textOfItem,
} from './abridge.ts';
export { type DiagnosticCode, diagnosticCatalogue } from './diagnostics.ts';
export * from './json/values.ts';
export {
  type CallRole,
  callRole,
  contextTypeOf,
  contextTypeOfPath,
  handedFile,
  INFERRED_CONTEXT,
  tracedInputs,
  tracedOutputs,
} from './links/callContext.ts';
export {
  annotationWorth,
  LinkEvidence,
  type LinkReasonKind,
  type LinkStrength,
  reasonBit,
  reasonKinds,
  type Supported,
  strengthOf,
  termWorth,
} from './links/evidence.ts';
export { LinkTracer } from './links/linkTracer.ts';
export { askedKeys, fileNameKey, pathKeys, shownKeys } from './links/pathKeys.ts';
export { LineScanner } from './links/scanLines.ts';
export { scanTerms, type TermKind } from './links/scanTerms.ts';
export { fingerprint, TextCodes } from './links/textCodes.ts';
export { entryOutcome, lengthOfEntry, unnamedModel } from './list/sessionEntry.ts';
export { sessionSorts } from './list/sessionSource.ts';
export { sumsOfSessions, sumsOfSource } from './list/sessionSums.ts';
export { sessionsInMemory } from './list/sessionsInMemory.ts';
export { newNoteId } from './newNoteId.ts';
export { NumberColumn } from './numberColumn.ts';
export { phasesFit } from './phases/coverCalls.ts';
export { checkPrices, findPricesFault, highestPrice, type PricesFault, priceOf } from './prices.ts';
export { promptFinder, statedPrompt } from './promptMessage.ts';
export { knownStart, modelOf, summarize } from './queries.ts';
export { compileCheck } from './schema/compileCheck.ts';
export { firstWhere, groupBy, longestRising, longestRisingInSteps } from './sequences.ts';
export { toIso, toMillis } from './toMillis.ts';
export {
  addUsage,
  clockLength,
  hasClock,
  type MainAndInner,
  newTokens,
  type SessionTotals,
  subtractUsage,
  sumOf,
  tokensOfKind,
  totalsOf,
  writeMainAndInner,
} from './totals.ts';
