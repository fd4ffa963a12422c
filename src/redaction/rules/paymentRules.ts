import { tokenRule } from '../match/tokenRule.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

/** Keys of payment and shop services. */
export const paymentRules: readonly SecretRule[] = [
  tokenRule({
    id: 'stripe-key',
    label: 'Stripe secret or restricted key, webhook secret (also Paystack)',
    shape: 'sk_live_…, sk_test_…, rk_live_…, whsec_…',
    forms: [
      { prefix: '[sr]k_live_', body: /[A-Za-z0-9]{16,255}/ },
      { prefix: '[sr]k_test_', body: /[A-Za-z0-9]{16,255}/ },
      { prefix: 'sk_org_', body: /(?:live_|test_)?[A-Za-z0-9]{16,255}/ },
      { prefix: 'whsec_', body: /[A-Za-z0-9+/]{24,80}={0,2}/ },
    ],
  }),
  tokenRule({
    id: 'square-token',
    label: 'Square token or secret',
    shape: 'sq0atp-…, sq0csp-…, EAAA…',
    forms: [
      { prefix: 'sq0[a-z]', body: /[a-z]{2}-[A-Za-z0-9_-]{22,60}/ },
      { prefix: 'EAAA', body: /[A-Za-z0-9_-]{59,63}/, weak: true },
    ],
  }),
  tokenRule({
    id: 'shopify-token',
    label: 'Shopify token or secret',
    shape: 'shpat_…, shpca_…, shppa_…, shpss_…',
    forms: [{ prefix: 'shp[acpsu][ast]_', body: /[0-9a-fA-F]{32}/ }],
  }),
  tokenRule({
    id: 'payment-key',
    label: 'Key of another payment service (Braintree, Plaid, Razorpay, Flutterwave, EasyPost, Shippo, Lob)',
    shape: 'access_token$production$…, access-sandbox-…, rzp_live_…, FLWSECK-…, EZAK…, shippo_live_…',
    forms: [
      { prefix: 'access_token$', body: /(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/ },
      { prefix: 'access-sandbox-', body: /[0-9a-f-]{36}/ },
      { prefix: 'access-production-', body: /[0-9a-f-]{36}/ },
      { prefix: 'access-development-', body: /[0-9a-f-]{36}/ },
      { prefix: 'rzp_live_', body: /[A-Za-z0-9]{14,24}/ },
      { prefix: 'FLWSECK-', body: /[0-9a-fA-F]{32}-X/ },
      { prefix: 'FLWSECK_TEST-', body: /[0-9a-fA-F]{12,32}(?:-X)?/ },
      { prefix: 'EZ[AT]K[A-Za-z0-9]', body: /[A-Za-z0-9]{53}/, weak: true },
      { prefix: 'shippo_live_', body: /[0-9a-f]{40}/ },
      { prefix: 'shippo_test_', body: /[0-9a-f]{40}/ },
    ],
  }),
];

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
