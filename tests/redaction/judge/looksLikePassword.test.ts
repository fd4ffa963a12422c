import { expect, test } from 'vitest';
import { looksLikePassword } from '../../../src/redaction/judge/looksLikePassword.ts';

test.each(['hunter2', 'Tr0ub4dor&3', 'p@ssw0rd!x', '!QAZ2wsx', 'S3cret(Pw)', '84736251', 'correct-horse-9-staple'])(
  '%s looks like a password',
  (value) => expect(looksLikePassword(value)).toBe(true),
);

test.each([
  'short',
  'letmein',
  'current-password',
  'user.password',
  'getPassword(2)',
  'config["password2"]',
  '/run/secrets/db_password2',
  '$DB_PASSWORD_2',
  'password123',
  'base64-encoded',
  'sha256',
  'bcrypt',
  '123456',
  'ein Passwort 2',
  '<password-1>',
])('%s does not', (value) => expect(looksLikePassword(value)).toBe(false));
