export type { CountMask } from './applyMask.ts';
export { createRedactor, type Redactor, type RedactorOptions } from './createRedactor.ts';
export { type LiteralRule, literalRule } from './match/literalRule.ts';
export { type TokenForm, type TokenRule, tokenRule } from './match/tokenRule.ts';
export { type FoundMarker, findRedactionMarkers, redactionMarker } from './redactionMarker.ts';
export type { Anchor } from './scan/anchor.ts';
export type { FoundSecret } from './scan/mergeSpans.ts';
export type { Clue, Evidence, SecretRule, Span } from './secretRule.ts';
export { secretRules } from './secretRules.ts';
