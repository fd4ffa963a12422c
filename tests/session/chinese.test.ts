import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/registry.ts';
import { chineseDiagnostics, chineseReasons, inChinese } from '../../src/session/chinese.ts';
import { type DiagnosticCode, diagnoseMismatch, diagnosticCatalogue } from '../../src/session/diagnostics.ts';
import { describeValue } from '../../src/session/json/values.ts';

const codes = Object.keys(diagnosticCatalogue) as DiagnosticCode[];

/** What both languages write alike: code, and names that are no words. */
function untranslated(text: string): string[] {
  return [...text.matchAll(/`[^`]+`|U\+FFFD|UTF-8|STD-001|UUID|2\^53/g)].map(([found]) => found).sort();
}

test('has Chinese texts for every diagnostic, and no others', () => {
  expect(Object.keys(chineseDiagnostics).sort()).toEqual([...codes].sort());
});

test.each(codes)('says in Chinese what %s says in English', (code) => {
  const english = diagnosticCatalogue[code];
  const chinese = chineseDiagnostics[code];
  for (const part of ['meaning', 'remedy'] as const) {
    expect(chinese[part]).toMatch(/^[^a-z].*\p{Script=Han}.*。$/u);
    expect(new Set(untranslated(chinese[part]))).toEqual(new Set(untranslated(english[part])));
  }
});

test('names every reason for ignoring records differently in Chinese, and no other reason', () => {
  const reasons = new Set(adapters.flatMap(({ descriptor }) => Object.keys(descriptor.ignores)));
  expect([...chineseReasons.keys()].sort()).toEqual([...reasons].sort());
  expect(new Set(chineseReasons.values()).size).toBe(chineseReasons.size);
  for (const name of chineseReasons.values()) expect(name).toMatch(/\p{Script=Han}/u);
});

const adaptersFolder = join(import.meta.dirname, '../../src/adapters');

/** The reasons that detection gives for a file that is no log, or no run by itself, as they stand in the source. */
function writtenReasons(): string[] {
  const files = readdirSync(adaptersFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /detect\.ts$/.test(name),
  );
  return files.flatMap((name) => {
    const source = readFileSync(join(adaptersFolder, name), 'utf8');
    const refusals = [...source.matchAll(/grade: 'no', because:\s*'([^']+)'/g)];
    const tables = [...source.matchAll(/^ +(?:because: |.*what: |return )'([a-z][^']* [^']*)'/gm)];
    return [...refusals, ...tables].map(([, reason = '']) => reason);
  });
}

/** Said of a run's own files, of which no report gives the reason. */
const notReported = /^has (?:commands|events|stamped)|^begins with/;

test('translates why a file is no log', () => {
  const reasons = writtenReasons().filter((reason) => !notReported.test(reason));
  expect(reasons.length).toBeGreaterThan(30);
  expect(reasons.filter((reason) => !/\p{Script=Han}/u.test(inChinese(reason)))).toEqual([]);
});

test('keeps the names and details in a translated sentence, and keeps an unknown sentence unchanged', () => {
  expect(inChinese('Folders named node_modules hold no logs.')).toBe('名为 node_modules 的文件夹里没有日志。');
  expect(inChinese('its records of type $& are none of a rollout')).toContain('$&');
  expect(inChinese('The file is not valid JSON. (Unexpected "}")')).toBe('文件不是有效的 JSON。 (Unexpected "}")');
  expect(inChinese('EIO: i/o error, read')).toBe('EIO: i/o error, read');
  expect(inChinese('a.db: another run has been writing for 9 s. Run again when it has ended.')).toBe(
    'a.db：另一次运行已写入 9 秒。请等它结束后重新运行。',
  );
});

test('follows sentences within a sentence no deeper than one, however deep a log nests them', () => {
  const deep = 50_000;
  const nested = `${'The field a does not fit: it is b, expected is '.repeat(deep)}c${'.'.repeat(deep)}`;
  expect(inChinese(nested)).toContain(
    '字段 a 不合要求：现为 b，应为 字段 a 不合要求：现为 b，应为 The field a does not fit',
  );
});

test.each([
  [
    '/tool_calls/0/duration_ms',
    -5,
    'a number, 0 or more',
    '字段 duration_ms (/tool_calls/0/duration_ms) 不合要求：现为 -5，应为 不小于 0 的数。',
  ],
  ['/events/3', 'x'.repeat(90), 'an object', '字段 /events/3 不合要求：现为 90 个字符的文本，应为 对象。'],
  ['', [1, 2], 'an array of strings', '字段 会话本身 不合要求：现为 2 项的数组，应为 文本数组。'],
])('says in Chinese that the field %j does not fit', (pointer, actual, expected, chinese) => {
  expect(inChinese(diagnoseMismatch(pointer, describeValue(actual), expected).message)).toBe(chinese);
});
