import { describe, expect, it } from 'vitest';
import { nearestValue } from '../../../src/session/carrier/nearestValue.ts';

describe('nearestValue', () => {
  it.each([
    ['status', 'completed', 'success'],
    ['status', 'In Progress', 'in_progress'],
    ['status', 'in-progress', 'in_progress'],
    ['phase', 'Testing', 'verify'],
    ['context', 'user_input', 'user_message'],
    ['context', 'directory', 'file'],
    ['contribution', 'file_discovery', 'search_result'],
    ['decision', 'analysis', 'approach'],
    ['level', 'critical', 'high'],
    ['annotator', 'assistant', 'agent'],
    ['usage', 'written', 'modified'],
  ] as const)('%s: %s stands for %s', (name, word, value) => expect(nearestValue(name, word)).toBe(value));

  it.each(['', 'constructor', '__proto__', 'telepathy'])('%j stands for nothing', (word) => {
    expect(nearestValue('status', word)).toBeUndefined();
    expect(nearestValue('contribution', word)).toBeUndefined();
  });
});
