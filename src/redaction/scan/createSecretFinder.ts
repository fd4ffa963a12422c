import { findRedactionMarkers } from '../redactionMarker.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { type AnchorVisitor, createAnchorIndex } from './anchorIndex.ts';
import { type FoundSecret, mergeSpans } from './mergeSpans.ts';
import { escapedTerminalCodes, stripTerminalCodes } from './stripTerminalCodes.ts';

export interface SecretFinder {
  /** Gives the secrets of a text, in order and disjoint. */
  find(text: string): readonly FoundSecret[];
  /** Tells whether a rule has a look at what follows a text such as a name. */
  isTelling(text: string): boolean;
}

type Watched = 'terminal code' | { readonly rule: SecretRule; readonly match: Clue['match'] };

/** Builds a finder for a set of rules. A finder keeps nothing between two texts. */
export function createSecretFinder(rules: readonly SecretRule[]): SecretFinder {
  const index = createAnchorIndex<Watched>([
    ...rules.flatMap((rule) => rule.clues.map(({ anchor, match }) => ({ anchor, owner: { rule, match } }))),
    ...escapedTerminalCodes.map((anchor) => ({ anchor, owner: 'terminal code' as const })),
  ]);

  // One visitor for all texts, so that a text without secrets allocates nothing.
  let text = '';
  let found: FoundSecret[] | undefined;
  let covered = nowhere;
  let hasEscapedCodes = false;
  const visit: AnchorVisitor<Watched> = (watched, at, after) => {
    if (watched === 'terminal code') {
      hasEscapedCodes = true;
      return 0;
    }
    const { rule, match } = watched;
    // A name inside a value that is masked already says nothing more, and reading on from each could take quadratic time.
    if (rule.evidence !== 'format' && at >= covered.start && at < covered.end) return 0;
    const span = match(text, at, after);
    if (span === undefined) return 0;
    found ??= [];
    found.push({ start: span.start, end: span.end, rule: rule.id, evidence: rule.evidence });
    // Inside what a name or a header gives away there may be a secret of known shape, which says more.
    if (rule.evidence === 'format') return span.end;
    if (span.end > covered.end) covered = span;
    return 0;
  };
  const scan = (subject: string): FoundSecret[] => {
    text = subject;
    covered = nowhere;
    index.scan(subject, visit);
    const result = found ?? none;
    text = '';
    found = undefined;
    return result;
  };

  const find = (subject: string): readonly FoundSecret[] => {
    hasEscapedCodes = false;
    let secrets = scan(subject);
    if (hasEscapedCodes || subject.includes('\x1b')) {
      const plain = stripTerminalCodes(subject);
      if (plain !== undefined) {
        const { placeOf } = plain;
        const inPlain = scan(plain.text).map((secret) => ({
          ...secret,
          start: placeOf(secret.start),
          end: placeOf(secret.end - 1) + 1,
        }));
        secrets = [...secrets, ...inPlain];
      }
    }
    return secrets.length === 0 ? none : withoutMarkers(subject, mergeSpans(secrets));
  };

  const isTelling = (subject: string): boolean => {
    let isSeen = false;
    index.scan(subject, () => {
      isSeen = true;
      return 0;
    });
    return isSeen;
  };
  return { find, isTelling };
}

const none: FoundSecret[] = [];
const nowhere: Span = { start: 0, end: 0 };

/** Leaves out what touches a marker: it is masked already, and a marker next to a text must not change what is found. */
function withoutMarkers(text: string, secrets: readonly FoundSecret[]): readonly FoundSecret[] {
  const markers = findRedactionMarkers(text);
  if (markers.length === 0) return secrets;
  let next = 0;
  return secrets.filter(({ start, end }) => {
    while (next < markers.length && (markers[next]?.end ?? 0) < start) next++;
    const marker = markers[next];
    return marker === undefined || marker.start > end;
  });
}
