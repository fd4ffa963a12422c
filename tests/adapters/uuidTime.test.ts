import { describe, expect, it } from 'vitest';
import { uuidTime } from '../../src/adapters/uuidTime.ts';

describe('uuidTime', () => {
  it('reads the time of version 7 ids only', () => {
    expect(uuidTime('019ce10f-45f4-7a0d-be80-997b5c90a958')).toBe(Date.parse('2026-03-12T08:00:00.500Z'));
    expect(uuidTime('5b0f7a52-7c3e-4e0b-9c56-2f6f8f6c1a11')).toBeUndefined();
    expect(uuidTime('abc-123')).toBeUndefined();
    expect(uuidTime(undefined)).toBeUndefined();
  });
});
