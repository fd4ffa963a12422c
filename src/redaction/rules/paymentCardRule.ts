import type { Clue, SecretRule } from '../secretRule.ts';

const blankOrDash = '[ -]?';
// Fifteen digits for American Express, sixteen for others, grouped as printed on the card.
const number = new RegExp(
  String.raw`[^\n\d]{0,60}?(?<![\d.])(3[47]\d{2}${blankOrDash}\d{6}${blankOrDash}\d{5}|(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6(?:011|5\d{2}|2\d{2})|35\d{2})(?:${blankOrDash}\d{4}){3})(?![\d.])`,
  'y',
);
// May follow the number: expiry date and security code.
const check = /[^\n]{0,24}?\b(?:cvv2?|cvc2?|cvn|security code|安全码)[ :=#]{1,3}(\d{3,4})(?!\d)/iy;

// Issuers' test numbers have few different digits, or are among these.
const forTests = new Set([
  '378282246310005',
  '371449635398431',
  '5105105105105100',
  '3566002020360505',
  '6200000000000005',
]);

/** The Luhn checksum, which every card number satisfies. */
function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 && new Set(digits).size > 4 && !forTests.has(digits);
}

const behindWord: Clue['match'] = (text, _at, after) => {
  number.lastIndex = after;
  const found = number.exec(text)?.[1];
  if (found === undefined || !isCardNumber(found.replace(/\D/g, ''))) return undefined;
  const { lastIndex: end } = number;
  check.lastIndex = end;
  return { start: end - found.length, end: check.test(text) ? check.lastIndex : end };
};

/** Payment card numbers, after a word that announces one; sixteen digits alone may be anything. */
export const paymentCardRule: SecretRule = {
  id: 'payment-card',
  label: 'Number of a payment card, with its check code',
  shape: 'card 4… … … …, Visa 4…, cvc …',
  evidence: 'context',
  clues: ['card', 'visa', 'mastercard', 'amex', 'american express', 'unionpay', '卡号', '信用卡', '银行卡', '银联'].map(
    (word) => ({ anchor: { anyCase: word }, match: behindWord }),
  ),
};
