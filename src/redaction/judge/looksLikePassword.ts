import { isPlaceholder } from './isPlaceholder.ts';

/**
 * Tells whether a value that is called a password is one that a person or a generator chose: at least six characters,
 * of more than one kind, and neither a placeholder nor code. A lone word (`password: "letmein"`) does not count: far
 * more often it is a label, a type or the name of a field.
 */
export function looksLikePassword(value: string): boolean {
  if (value.length < 6 || value.length > 256 || !/^[\x21-\x7e]+$/.test(value)) return false;
  if (!/[^A-Za-z_\-.:/]/.test(value) || isCode(value)) return false;
  if (/^\d+$/.test(value)) return value.length >= 8;
  return !isPlaceholder(value);
}

// The names in a call have their digits at the end: a digit between letters, as in `S3cret(Pw)`, is a person's.
const callOrIndex = /^[A-Za-z_$]+\d*(?:\.[A-Za-z_$]+\d*)*(?:\(.*\)|\[.*\])$/;

/** Calls, indexes, member chains, paths, URLs, names of algorithms. */
function isCode(value: string): boolean {
  return (
    callOrIndex.test(value) ||
    /[{}<>]|=>|::|->|:\/\/|^[.~]{0,2}\//.test(value) ||
    /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+[;,]?$/.test(value) ||
    (/^[A-Za-z_]+\d?$/.test(value) && value.includes('_')) ||
    /^(?:md5|sha-?\d+|hmac-sha\d+|bcrypt|scrypt|argon2\w{0,2}|pbkdf2|rsa-?\d+|aes-?\d+(?:-\w+)?|utf-?\d+|base\d+|oauth2?|scram-sha-\d+)$/i.test(
      value,
    )
  );
}
