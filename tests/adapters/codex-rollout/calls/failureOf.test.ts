import { expect, it } from 'vitest';
import { failureOf } from '../../../../src/adapters/codex-rollout/calls/result.ts';

it.each([
  ['failed in sandbox LinuxSeccomp with execution error: …', false, 'failed'],
  ['apply_patch verification failed: Failed to find expected lines', true, 'failed'],
  ['exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', true, 'denied'],
  ['Rejected("This action was rejected due to unacceptable risk.")', true, 'denied'],
  ['aborted by user', true, 'interrupted'],
  ['aborted', false, 'interrupted'],
  ['error: invalid patch', true, 'failed'],
  ['error: said the page that was read', false, undefined],
  ['all good', true, undefined],
])('judges whether %j is a failure', (text, ofCommand, outcome) => {
  expect(failureOf(text, ofCommand)).toBe(outcome);
});
