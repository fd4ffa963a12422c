import { isJsonObject, isStringList } from './jsonObject.ts';

/** What a required field must be, and its name in a diagnostic. */
export const fieldTypes = {
  string: { fits: (value: unknown): value is string => typeof value === 'string', expected: 'a string' },
  text: {
    fits: (value: unknown): value is string => typeof value === 'string' && value.trim() !== '',
    expected: 'a string that is not empty',
  },
  size: {
    fits: (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0,
    expected: 'a number, 0 or more',
  },
  count: {
    fits: (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
    expected: 'a whole number, 0 or more',
  },
  strings: { fits: isStringList, expected: 'an array of strings' },
  object: { fits: isJsonObject, expected: 'an object' },
} as const;
