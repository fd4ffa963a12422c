export { createRedactor, type Redactor, type RedactorOptions } from './createRedactor.ts';
export { type LiteralRule, literalRule, type TokenForm, type TokenRule, tokenRule } from './match/tokenRule.ts';
export { parseSecretRules } from './parseSecretRules.ts';
export { type FoundMarker, findRedactionMarkers, redactionMarker } from './redactionMarker.ts';
export type { Anchor } from './scan/anchor.ts';
export type { CountMask, FoundSecret } from './scan/spans.ts';
export type { Clue, Evidence, SecretRule, Span } from './secretRule.ts';
export { secretRules } from './secretRules.ts';
