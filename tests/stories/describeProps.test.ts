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

const literal = (value: string): object => ({ name: 'literal', value });

describe('writeType', () => {
  test.each([
    [
      { tsType: { name: 'union', raw: 'Blob | undefined', elements: [{ name: 'Blob' }, { name: 'undefined' }] } },
      'Blob',
    ],
    [{ tsType: { name: 'union', raw: "Blob | 'a' | undefined" }, required: true }, "Blob | 'a' | undefined"],
    [{ tsType: { name: 'union', raw: '((patch: string) =>\n void) | undefined' } }, '(patch: string) => void'],
    [{ tsType: { name: 'ReactNode' } }, 'ReactNode'],
    [{ tsType: { name: 'z.infer', raw: 'z.infer<typeof toolCall>' }, required: true }, 'ToolCall'],
    [{}, 'unknown'],
  ])('%j', (prop, written) => {
    expect(writeType(prop)).toBe(written);
  });

  test('writes the choices of a named type', () => {
    const elements = [{ name: 'union', elements: [literal("'a'"), literal("'b'")] }, { name: 'undefined' }];
    expect(writeType({ tsType: { name: 'union', raw: 'Theme | undefined', elements } as never })).toBe("'a' | 'b'");
  });
});

test('fills the table of a component, and offers controls only for editable types', () => {
  const props = {
    cwd: { description: 'A folder. @default none', tsType: { name: 'union', raw: 'string | undefined' } },
    onApply: { description: '', tsType: { name: 'signature', raw: '() => void' }, required: true },
    look: { description: '@selector [data-look]', tsType: { name: 'union', elements: [literal("'a'"), literal('2')] } },
  };
  const described = describeProps({ __docgenInfo: { props } });
  expect(described?.cwd).toMatchObject({
    description: 'A folder.',
    control: { type: 'text' },
    table: { type: { summary: 'string' }, defaultValue: { summary: 'none' } },
  });
  expect(described?.onApply).toMatchObject({ control: { disable: true }, type: { required: true } });
  expect(described?.look).toMatchObject({
    control: { type: 'radio' },
    options: ['a', 2],
    description: expect.stringContaining('[data-look]'),
  });
});

test('reads a component in `memo`, and nothing of what has no documentation', () => {
  const props = { open: { tsType: { name: 'boolean' } } };
  expect(describeProps({ type: { __docgenInfo: { props } } })?.open).toMatchObject({ control: { type: 'boolean' } });
  expect(describeProps({})).toBeNull();
  expect(describeProps(undefined)).toBeNull();
});
