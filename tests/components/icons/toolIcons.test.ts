import { expect, test } from 'vitest';
import { iconShapes } from '../../../src/components/icons/iconShapes.ts';
import { toolFamily, toolLabel } from '../../../src/session/facts/toolFacts.ts';

test.each([
  ['Bash', 'terminal'],
  ['BASH', 'terminal'],
  ['exec_command', 'terminal'],
  ['apply_patch', 'edit'],
  ['TodoWrite', 'todo'],
  ['update_plan', 'todo'],
  ['Agent', 'agent'],
  ['Task', 'agent'],
  ['mcp__github__create_issue', 'puzzle'],
  ['MCP__x', 'puzzle'],
  ['playwright.browser_click', 'puzzle'],
  ['a.b.c', 'tool'],
  ['技术风险评估', 'tool'],
  ['', 'tool'],
  ['constructor', 'tool'],
  ['__proto__', 'tool'],
])('%s belongs to the family %s', (name, family) => {
  expect(toolFamily(name)).toBe(family);
});

test.each([
  ['mcp__github__create_issue', { server: 'github', name: 'create_issue' }],
  ['mcp__a__b__c', { server: 'a', name: 'b__c' }],
  ['mcp____', { name: 'mcp____' }],
  ['mcp__github__', { name: 'mcp__github__' }],
  ['mcp__github', { name: 'mcp__github' }],
  ['Bash', { name: 'Bash' }],
])('the name %s is read as %o', (name, label) => {
  expect(toolLabel(name)).toEqual(label);
});

test('every line of every icon starts inside its box', () => {
  for (const shapes of Object.values(iconShapes)) {
    for (const shape of shapes) {
      const path = typeof shape === 'string' ? shape : shape.d;
      const [x = -1, y = -1] = (/^[Mm](-?\d*\.?\d+) ?(-?\d*\.?\d+)/.exec(path) ?? []).slice(1).map(Number);
      expect(x, path).toBeGreaterThanOrEqual(0.75);
      expect(y, path).toBeGreaterThanOrEqual(0.75);
      expect(Math.max(x, y), path).toBeLessThanOrEqual(15.25);
    }
  }
});
