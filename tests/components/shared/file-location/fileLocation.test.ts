import { expect, test } from 'vitest';
import { absolutePath, editorAddress } from '../../../../src/components/shared/file-location/FileLocation.tsx';
import { findFileLocations } from '../../../../src/components/shared/file-location/findFileLocations.ts';
import { growthOf } from '../../../cpuTime.ts';

/** What was found, as it stands in the text and as it is understood. */
function found(text: string): string[] {
  return findFileLocations(text).map(
    ({ from, to, path, line, column }) => `${text.slice(from, to)} = ${[path, line, column].filter(Boolean).join(' ')}`,
  );
}

test.each([
  ['at src/a.ts:12:5 and on', ['src/a.ts:12:5 = src/a.ts 12 5']],
  ['(tests/a.test.ts:14:27)', ['tests/a.test.ts:14:27 = tests/a.test.ts 14 27']],
  ['src/a.ts(12,5): error TS1', ['src/a.ts(12,5) = src/a.ts 12 5']],
  ['src/a.ts(12): error', ['src/a.ts(12) = src/a.ts 12']],
  ['  File "/x/y.py", line 12, in z', ['/x/y.py", line 12 = /x/y.py 12']],
  ['--> src/main.rs:3:9', ['src/main.rs:3:9 = src/main.rs 3 9']],
  ['file:///home/a/b.js:1:2', ['/home/a/b.js:1:2 = /home/a/b.js 1 2']],
  ['C:\\a\\b.cs:12', ['C:\\a\\b.cs:12 = C:\\a\\b.cs 12']],
  ['in C:/x/y.ts:3', ['C:/x/y.ts:3 = C:/x/y.ts 3']],
  ['\u6d4b\u8bd5\uff1asrc/\u6e2f\u53e3.ts:7\uff0c', ['src/\u6e2f\u53e3.ts:7 = src/\u6e2f\u53e3.ts 7']],
  ['a.ts:1 b.py:2', ['a.ts:1 = a.ts 1', 'b.py:2 = b.py 2']],
  ['build/Makefile:3', ['build/Makefile:3 = build/Makefile 3']],
])('%s', (text, places) => {
  expect(found(text)).toEqual(places);
});

test.each([
  'http://localhost:8080/x.ts:3',
  'https://example.com/a.ts:3',
  'example.com:443 and 127.0.0.1:80',
  '12:30:45',
  'a.ts:0',
  'a/b.c:12345678901',
  'ratio 3:1',
  'node:internal/modules/loader.js:1024:15',
  'src/a.ts',
  'src/a.ts:twelve',
  'src/a.ts(12',
  ': 12',
  '',
])('%s is not a file location', (text) => {
  expect(found(text)).toEqual([]);
});

test.each([':1', 'a:1', 'a/', 'a.ts:1:1', '(1', '", line 1', '://x:1', `File "${'x'.repeat(9)}`])(
  '%s, repeated, takes linear time',
  { retry: 2 },
  (unit) => {
    expect(growthOf(findFileLocations, unit.repeat(Math.ceil(40_000 / unit.length)))).toBeLessThan(32);
  },
);

const place = { path: '/home/mara/a b/c#d.ts', line: 3, column: undefined };

test.each([
  ['vscode://file/{path}:{line}:{column}', 'vscode://file/home/mara/a%20b/c%23d.ts:3:1'],
  ['idea://open?file=/{path}&line={line}', 'idea://open?file=/home/mara/a%20b/c%23d.ts&line=3'],
])('the template %s is filled', (template, address) => {
  expect(editorAddress(template, place)).toBe(address);
});

test.each([
  'javascript:alert("{path}")',
  'data:text/html,{path}',
  'https://evil.example/{path}',
  'file:///{path}',
  'blob:{path}',
  '{path}',
  'vscode://file/',
  ' javascript:{path}',
])('the template %s is refused', (template) => {
  expect(editorAddress(template, place)).toBeUndefined();
});

test.each(['src/a.ts', '~/a.ts', '\ud800/a.ts', ''])('the path %s is refused, because it is not absolute', (path) => {
  expect(editorAddress('vscode://file/{path}', { ...place, path })).toBeUndefined();
});

test('a path cannot fill other placeholders', () => {
  expect(editorAddress('ed://{path}:{line}', { path: '/{line}/$&', line: 7, column: 1 })).toBe(
    'ed://%7Bline%7D/%24%26:7',
  );
});

test.each([
  ['src/a.ts', '/w', '/w/src/a.ts'],
  ['./a.ts', '/w/', '/w/a.ts'],
  ['/a.ts', '/w', '/a.ts'],
  ['C:\\a.ts', '/w', 'C:\\a.ts'],
  ['~/a.ts', '/w', '~/a.ts'],
  ['a.ts', undefined, 'a.ts'],
])('%s in %s has the full path %s', (path, folder, whole) => {
  expect(absolutePath(path, folder)).toBe(whole);
});
