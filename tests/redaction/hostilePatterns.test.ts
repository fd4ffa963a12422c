import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/index.ts';
import { inTime } from '../helpers/inTime.ts';

const redactor = createRedactor();
const blanks = ' '.repeat(400_000);
const fields = `(${' '.repeat(390)}"a"b),`;

// Each held a pattern once, for minutes or without end.
test.each([
  ['options of htpasswd', `htpasswd -${'nb'.repeat(10_000)}`],
  ['blanks behind a command', `wandb login ${blanks}x`],
  ['blanks behind many commands', `${'wandb login '.repeat(10)}${blanks}\0`],
  ['blanks behind a place of a password', `${'user:password '.repeat(10)}${blanks}\0`],
  ['blanks behind the name of a user', `user jo ${blanks}\0`],
  ['tabs behind the name of a user', `User: jo${'\t'.repeat(400_000)}N`],
  ['blanks before values of a table', `INSERT INTO t (password) VALUES ${fields.repeat(40)};\n`.repeat(80)],
  ['beginnings of a key in one line', 'MHcCAQEE'.repeat(600_000)],
  ['blanks behind a heading of keys', `Private Keys${blanks}0`],
])('ends a search of %s', { timeout: 60_000 }, (_, text) => {
  expect(inTime(() => redactor.find(text).length)).toBeLessThan(100);
});

test.each([
  ['htpasswd -nbB deploy Tg7#kd93Lq', 'Tg7#kd93Lq'],
  ['htpasswd -cb /etc/nginx/users deploy Tg7#kd93Lq', 'Tg7#kd93Lq'],
  ['poetry config     http-basic.private deploy  Tg7#kd93LqPz', 'Tg7#kd93LqPz'],
  ['user jo \t password: Tg7#kd93Lq', 'Tg7#kd93Lq'],
  ['La clé secrète est x8Kd92LqPz0Wm3Rt7Vb1Yc...', 'x8Kd92LqPz0Wm3Rt7Vb1Yc'],
  ['redis-cli -a Tg7#kd93Lq.,', 'Tg7#kd93Lq'],
  [`INSERT INTO t (a, b, password) VALUES (  now( ) , N'x',  'Tg7#kd93Lq')`, 'Tg7#kd93Lq'],
  [`INSERT INTO t (a, b, password) VALUES (, f('a,b') || c, "Tg7#kd93Lq")`, 'Tg7#kd93Lq'],
])('still mask what stands behind blanks and before points: %s', (text, secret) => {
  expect(redactor.find(text).map(({ start, end }) => text.slice(start, end))).toEqual([secret]);
});
