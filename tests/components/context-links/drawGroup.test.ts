import { describe, expect, it } from 'vitest';
import type { LinkGroup } from '../../../src/components/context-links/ContextLinks.tsx';
import { drawGroup } from '../../../src/components/context-links/ContextLinks.tsx';
import type { RowsInSight } from '../../../src/components/timeline/layoutTimeline.ts';

/** Rows of 20 px; item 13 is hidden by a filter. */
function sight(topPx: number, bottomPx: number): RowsInSight {
  return { topPx, bottomPx, gutterPx: 44, lineOf: (item) => (item === 13 ? undefined : item * 20 + 10) };
}

function out(hub: number, ...ends: number[]): LinkGroup {
  return { hub, direction: 'out', ends: ends.map((item) => ({ item, strength: 'strong' })) };
}

/** Every number that a path goes to along the way down. */
function heights(path: string): number[] {
  return [...path.matchAll(/[MV][\d.]*\s?(-?[\d.]+)/g)].map(([, y]) => Number(y));
}

describe('drawGroup', () => {
  it('draws a line down its lane, a square where it begins and an arrow at every end', () => {
    const drawn = drawGroup(out(1, 3, 6), sight(0, 400), 30, 42);
    expect(drawn?.line).toContain('M30 34V126');
    expect(drawn?.starts.match(/z/g)).toHaveLength(1);
    expect(drawn?.arrows.match(/z/g)).toHaveLength(2);
    expect(drawn?.weak).toBe('');
  });

  it('dots the arm of a weak link', () => {
    const group: LinkGroup = { hub: 4, direction: 'in', ends: [{ item: 1, strength: 'weak' }] };
    expect(drawGroup(group, sight(0, 400), 30, 42)?.weak).not.toBe('');
  });

  it('draws nothing for a group out of sight', () => {
    expect(drawGroup(out(1, 3), sight(200, 400), 30, 42)).toBeUndefined();
    expect(drawGroup(out(30, 33), sight(200, 400), 30, 42)).toBeUndefined();
  });

  it('draws only the visible part of a group that begins above the view and ends below it', () => {
    const drawn = drawGroup(out(0, 15, 5000), sight(200, 400), 30, 42);
    expect(Math.max(...heights(drawn?.line ?? ''))).toBeLessThanOrEqual(200);
    expect(Math.min(...heights(drawn?.line ?? ''))).toBeGreaterThanOrEqual(0);
    expect(drawn?.starts).toBe('');
    expect(drawn?.arrows.match(/z/g)).toHaveLength(1);
  });

  it('leaves out ends without a row, and the whole group if its own call has no row', () => {
    expect(drawGroup(out(1, 13, 15), sight(0, 400), 30, 42)?.arrows.match(/z/g)).toHaveLength(1);
    expect(drawGroup(out(13, 15), sight(0, 400), 30, 42)).toBeUndefined();
    expect(drawGroup(out(1, 13), sight(0, 400), 30, 42)).toBeUndefined();
  });
});
