/** Minimum length of a secret; most texts of a row are shorter. */
export const shortestSecret = 8;

/** A longer text is assumed to hold a secret until the rules have loaded. */
const longest = 20_000;

/**
 * Prose and paths consist of letters, spaces and a few marks. Anything else may be a sign of a secret: characters of an assignment, a
 * quotation, an address or a terminal; four digits in a row; letters among digits, or more letters than a word has; an option.
 */
const sign = /[^\p{L}\p{M}\p{Nd}\s/.,;!?()_…—–-]|\d{4}|(?=[A-Za-z]*\d)[A-Za-z0-9]{8}|[A-Za-z0-9_]{20}|(?:^|\s)-\w/u;

/** Words that name or announce a secret. */
const naming =
  /pass|pwd|secret|token|key|auth|cred|\bpin\b|code|otp|phrase|login|community|bearer|session|cookie|identified|seed|密|口令|令牌|钥|凭|码/i;

/** A time in the form of the standard. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Estimates, without the rules, whether a text may hold a secret. It says yes far too often, but where it says no, no rule of the kit finds
 * a secret.
 */
export function mayHoldSecret(text: string): boolean {
  if (text.length < shortestSecret) return false;
  return text.length > longest || ((sign.test(text) || naming.test(text)) && !time.test(text));
}

/** Whether the name of a field suggests that its value is a secret. */
export function mayNameSecret(field: string): boolean {
  return naming.test(field) && field !== 'sub_sessions';
}

/** Whether a text is a time: never a secret, and needed to place items that are still covered. */
export function isTime(text: string): boolean {
  return time.test(text);
}
