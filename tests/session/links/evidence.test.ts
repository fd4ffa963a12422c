import { describe, expect, it } from 'vitest';
import { LinkEvidence } from '../../../src/session/links/evidence.ts';

const sources = (evidence: LinkEvidence) => evidence.supported().map(({ from }) => from);

describe('LinkEvidence', () => {
  it('treats less than a point as chance', () => {
    const evidence = new LinkEvidence();
    evidence.add(1, 'words', 0.9);
    expect(sources(evidence)).toEqual([]);
    evidence.add(1, 'words', 0.1);
    expect(sources(evidence)).toEqual([1]);
  });

  it('needs more points for a long input, unless the file supports the link', () => {
    const evidence = new LinkEvidence();
    for (let n = 0; n < 60; n += 1) evidence.ask('words');
    evidence.add(1, 'words', 2);
    evidence.add(2, 'file', 2);
    expect(sources(evidence)).toEqual([2]);
  });

  it('drops weak sources beside a strong one as noise', () => {
    const evidence = new LinkEvidence();
    evidence.add(1, 'quote', 8);
    evidence.add(1, 'file', 3);
    evidence.add(2, 'words', 1.1);
    evidence.add(3, 'words', 2);
    expect(sources(evidence)).toEqual([1, 3]);
  });

  it('limits the points of each kind of reason', () => {
    const evidence = new LinkEvidence();
    evidence.add(1, 'place', 100);
    expect(evidence.supported()).toMatchObject([{ from: 1, points: 2 }]);
  });

  it('keeps the eight best sources, the later one of equals', () => {
    const evidence = new LinkEvidence();
    for (let from = 0; from < 12; from += 1) evidence.add(from, 'words', 2);
    expect(sources(evidence)).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
  });
});
