export {
  type ConformanceCase,
  type ConformanceOptions,
  type ConformanceSample,
  type Cut,
  conformanceCases,
  describeConformance,
  type TestRunner,
} from './conformance.ts';
export { type ConversionSummary, summarizeConversion } from './summarizeConversion.ts';
