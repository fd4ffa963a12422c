import { contextRule } from '../match/contextRule.ts';
import { startsLoneToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

const keyId = /SK[0-9a-f]{32}(?![A-Za-z0-9])/y;

/** A key's id is looked for only after a sign: two letters and hexadecimal digits alone would match in too many places. */
const behindSign: Clue['match'] = (text, at) => {
  keyId.lastIndex = at + 1;
  return startsLoneToken(text, at + 1) && keyId.test(text) ? { start: at + 1, end: keyId.lastIndex } : undefined;
};

const named = contextRule({
  id: 'twilio-key',
  label: 'Twilio API key, its secret, or auth token',
  shape: 'SK<32 hex digits>, TWILIO_AUTH_TOKEN=…',
  names: ['twilio[_-]auth[_-]token', 'twilioauthtoken', 'twilio[_-]api[_-]secret', 'twilio[_-]api[_-]key[_-]secret'],
  value: /[A-Za-z0-9]{32}/,
});

/** Credentials of Twilio. */
export const twilioRule: SecretRule = {
  ...named,
  clues: [...named.clues, { anchor: '[\u0000-/:-@[-`{-\u007f]SK[0-9a-f]', match: behindSign }],
};
