export { addAccounts } from './assemble/account.ts';
export {
  type AssembledSession,
  listPieces,
  type Readable,
  serializeSession,
  toSession,
} from './assemble/assembledSession.ts';
export type { Content, ContentStore } from './assemble/contents.ts';
export type { ConvertedSession } from './assemble/createAssembly.ts';
export type { NamedFacts } from './assemble/finishSession.ts';
export { createMemoryJson, type Item, type ItemStore, type StoredRange } from './assemble/itemStore.ts';
export type {
  Assembly,
  AttachmentPart,
  CallAmendment,
  CallResult,
  CallStart,
  ItemOrigin,
  ItemSink,
  SessionFacts,
  SessionSink,
  SourceAnnotation,
  SubSessionFacts,
  SubSessionSink,
} from './assembly.ts';
export type {
  Adapter,
  Companions,
  Converter,
  Descriptor,
  Detection,
  FileRole,
  JoinedRun,
  ParseContext,
  Pointers,
  Sample,
  SharedHistory,
  Source,
  SourceFile,
  SourceHints,
  SourceItem,
  SourceOutline,
  Verdict,
} from './contract.ts';
export {
  blobFile,
  type ConvertFilesOptions,
  convertFiles,
  convertSources,
  type FileOutcome,
  type SourceOutcome,
} from './convertFiles.ts';
export {
  type Conversion,
  type ConvertedFiles,
  type ConvertOptions,
  convertSource,
  type OpenConversion,
  openConversion,
  readKnownRecords,
} from './convertSource.ts';
export { adapterContract, adapterFault, defineAdapter, type OutsideAdapter } from './defineAdapter.ts';
export {
  type FileDetection,
  type FindSourcesOptions,
  type FoundSources,
  findSources,
  type PassedFile,
} from './findSources.ts';
export { type ClaimedFile, groupSources, joinPointed, type SourceGroup } from './groupSources.ts';
export { createSample, documentHead, readSample, SAMPLE_BYTES } from './read/createSample.ts';
export { field, isJsonObject, type JsonObject, jsonText, textOf } from './read/jsonObject.ts';
export { type ReadJsonLinesOptions, readJsonLines } from './read/readJsonLines.ts';
export { type JsonPart, readJsonParts } from './read/readJsonParts.ts';
export { readRecordStream, type StreamRecord } from './read/readRecordStream.ts';
export { type ReadLinesOptions, readTextLines, type TextLine } from './read/readTextLines.ts';
export { adapterById, adapters, type Claim, detectFormat, type FormatDetection } from './registry.ts';
export { type CreateHash, type HashBytes, hashBytes, type RunningHash } from './sha256.ts';
export { type StatedResult, toolResult } from './toolResult.ts';
export { parseUnifiedDiff, patchOfDiff } from './unifiedDiff.ts';
