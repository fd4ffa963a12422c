/** Nothing shorter is a secret, and a row is full of texts that are. */
export const shortestSecret = 8;

/** A longer text is not looked through without the rules. */
const longest = 20_000;

/**
 * Prose and paths are letters, spaces and a few marks. Everything else may be a sign of a secret: marks of an assignment, a
 * quotation, an address or a terminal; four digits in a row; letters among digits, or more letters than a word has; an option.
 */
const sign = /[^\p{L}\p{M}\p{Nd}\s/.,;!?()_…—–-]|\d{4}|(?=[A-Za-z]*\d)[A-Za-z0-9]{8}|[A-Za-z0-9_]{20}|(?:^|\s)-\w/u;

/** Words that name a secret, or announce one. */
const naming =
  /pass|pwd|secret|token|key|auth|cred|\bpin\b|code|otp|phrase|login|community|bearer|session|cookie|identified|seed|密|口令|令牌|钥|凭|码/i;

/** A moment as the standard writes it. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Tells, in place of the rules, whether a text may hold a secret. It says so far too often; where it does not, no rule of the
 * kit finds one.
 */
export function mayHoldSecret(text: string): boolean {
  if (text.length < shortestSecret) return false;
  return text.length > longest || ((sign.test(text) || naming.test(text)) && !time.test(text));
}

/** Tells whether the name of a field may give its value away as a secret. */
export function mayNameSecret(field: string): boolean {
  return naming.test(field) && field !== 'sub_sessions';
}

/** Tells whether a text is a moment: never a secret, and needed to place what is still covered. */
export function isTime(text: string): boolean {
  return time.test(text);
}
