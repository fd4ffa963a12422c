import { expect, test } from 'vitest';
import { looksRandom } from '../../../src/redaction/judge/looksRandom.ts';
import { createSecretMaker } from '../createSecretMaker.ts';

const random = createSecretMaker('looksRandom');

test.each([
  ['letters and digits', random.alphanumeric(24)],
  ['hexadecimal digits', random.hex(40)],
  ['a UUID', random.uuid()],
  ['Base64', random.base64(44)],
  ['letters alone, if there are enough', random.letters(40)],
  ['signs between them', '9x!k2#m$v@7&q1z^w8*e-r0t_y5u'],
])('%s look random', (_, value) => expect(looksRandom(value, 16)).toBe(true));

test.each([
  ['a short value', random.alphanumeric(15)],
  ['words in camelCase', 'clearDataForStorageKeyReturnValue2'],
  ['words with a date', 'claude-3-5-sonnet-20241022'],
  ['digits alone', random.digits(24)],
  ['a path', `/srv/${random.hex(32)}`],
  ['an address', `https://${random.hex(32)}.internal`],
  ['a sentence', `use ${random.hex(32)} here`],
  ['a template', `{${random.alphanumeric(24)}}`],
  ['other letters', `密码${random.alphanumeric(24)}`],
])('%s does not look random', (_, value) => expect(looksRandom(value, 16)).toBe(false));
