import { describe, expect, test } from 'vitest';
import { describeProps, readComment, writeType } from '../../.storybook/describeProps.ts';

test('reads defaults and selectors from a comment', () => {
  expect(readComment("One column, or two. @default 'unified' @selector [data-layout]")).toEqual({
    text: 'One column, or two.',
    fallback: "'unified'",
    selectors: ['[data-layout]'],
  });
  expect(readComment('Words alone,\n * as they are')).toEqual({
    text: 'Words alone, * as they are',
    fallback: undefined,
    selectors: [],
  });
  expect(readComment('@default the theme around, or the system’s\n@selector [data-a] @selector [data-b]')).toEqual({
    text: '',
    fallback: 'the theme around, or the system’s',
    selectors: ['[data-a]', '[data-b]'],
  });
});

describe('writeType', () => {
  test.each([
    [{ tsType: { name: 'union', raw: "'a' | 'b' | undefined" } }, "'a' | 'b'"],
    [{ tsType: { name: 'union', raw: "'a' | undefined" }, required: true }, "'a' | undefined"],
    [{ tsType: { name: 'union', raw: '((patch: string) =>\n void) | undefined' } }, '(patch: string) => void'],
    [{ tsType: { name: 'ReactNode' } }, 'ReactNode'],
    [{}, 'unknown'],
  ])('%j', (prop, written) => {
    expect(writeType(prop)).toBe(written);
  });
});

test('fills the table of a component, and offers controls only for editable types', () => {
  const props = {
    cwd: { description: 'A folder. @default none', tsType: { name: 'union', raw: 'string | undefined' } },
    onApply: { description: '', tsType: { name: 'signature', raw: '() => void' }, required: true },
    look: { description: '@selector [data-look]', tsType: { name: 'union', raw: "'a' | 'b'" } },
  };
  const argTypes = Object.fromEntries(Object.keys(props).map((name) => [name, { name, control: { type: 'object' } }]));
  const context = { argTypes, component: { __docgenInfo: { props } } };
  const described = describeProps(context as unknown as Parameters<typeof describeProps>[0]);
  expect(described.cwd).toMatchObject({
    description: 'A folder.',
    control: 'text',
    table: { type: { summary: 'string' }, defaultValue: { summary: 'none' } },
  });
  expect(described.onApply).toMatchObject({ control: false });
  expect(described.look).toMatchObject({
    control: { type: 'object' },
    description: expect.stringContaining('[data-look]'),
  });
});

test('keeps an option that a story provides', () => {
  const component = { __docgenInfo: { props: { session: { tsType: { name: 'Session' } } } } };
  const session = { name: 'session', control: { type: 'select' }, options: ['one', 'two'] };
  const described = describeProps({ argTypes: { session }, component } as never) as Record<string, object>;
  expect(described.session).toMatchObject({ control: { type: 'select' }, options: ['one', 'two'] });
});
