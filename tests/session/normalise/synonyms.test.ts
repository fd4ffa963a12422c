import { describe, expect, it } from 'vitest';
import { nearestValue } from '../../../src/session/normalise/synonyms.ts';
import { outcome } from '../../../src/session/schema/itemParts.ts';
import {
  annotator,
  contextType,
  contributionType,
  decisionType,
  level,
  phaseType,
  sessionStatus,
  usageMode,
} from '../../../src/session/schema/std001v30.ts';

const enumerations = {
  annotator,
  contextType,
  contributionType,
  decisionType,
  level,
  phaseType,
  sessionStatus,
  usageMode,
};

describe('nearestValue', () => {
  it.each([
    ['sessionStatus', 'completed', 'success'],
    ['sessionStatus', 'In Progress', 'in_progress'],
    ['sessionStatus', 'in-progress', 'in_progress'],
    ['phaseType', 'Testing', 'verify'],
    ['contextType', 'user_input', 'user_message'],
    ['contextType', 'directory', 'file'],
    ['contributionType', 'file_discovery', 'search_result'],
    ['decisionType', 'analysis', 'approach'],
    ['level', 'critical', 'high'],
    ['annotator', 'assistant', 'agent'],
    ['usageMode', 'written', 'modified'],
  ] as const)('maps for %s the word %s to %s', (name, word, value) =>
    expect(nearestValue(enumerations[name], word)).toBe(value),
  );

  it.each(['', 'constructor', '__proto__', 'telepathy'])('maps %j to nothing', (word) => {
    expect(nearestValue(sessionStatus, word)).toBeUndefined();
    expect(nearestValue(contributionType, word)).toBeUndefined();
  });

  it('returns a word of an enumeration without synonyms unchanged', () => {
    expect(nearestValue(outcome, 'denied')).toBe('denied');
    expect(nearestValue(outcome, 'Denied')).toBeUndefined();
  });
});
