import { findRedactionMarkers, isInMarker, redactionMarker } from '../redactionMarker.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';
import { type AnchorIndex, type AnchorVisitor, createAnchorIndex } from './anchorIndex.ts';
import { type FoundSecret, mergeSpans } from './spans.ts';
import {
  createLineViews,
  createPieces,
  createPlainViews,
  createUnwrappedViews,
  escapeAnchors,
  hasInvisible,
  mayHideParts,
  type PlainView,
} from './views.ts';

export interface SecretFinder {
  /** Returns the secrets of a text, in order and not overlapping; {@link nothing} if neither the text nor a part of it reveals one. */
  find(text: string): readonly FoundSecret[];
  /** Tells whether a rule examines what follows this field name. */
  isTelling(name: string): boolean;
}

/** What an anchor stands for, in one form for all, because it is read at each that is found. */
interface Watched extends Pick<SecretRule, 'id' | 'evidence'> {
  readonly kind: 'escape' | 'clue' | 'place';
  readonly match: Clue['match'];
  /** Where a rule that searches finds its anchors in the text. */
  readonly places: Span[];
}

const watchedEscape: Watched = { id: '', evidence: 'guess', kind: 'escape', match: () => undefined, places: [] };

/** Builds a finder for a set of rules. Between texts it remembers only a few that held no secret. */
export function createSecretFinder(rules: readonly SecretRule[]): SecretFinder {
  const watch = watchFor(rules);
  const findAll = createSearch(watch);
  // Names and ids come again and again, and an adapter often passes the same text of a log two or three times.
  const clean = { short: createTextMemory(mostShort), long: createTextMemory(mostLong) };
  const find = (subject: string): readonly FoundSecret[] => {
    const { length } = subject;
    if (length < shortest) return nothing;
    if (length > longestClean) return findAll(subject);
    const memory = length < shortestLong ? clean.short : clean.long;
    const known = memory.recall(subject);
    if (known !== undefined) return known;
    const secrets = findAll(subject);
    if (secrets.length === 0) memory.keep(subject, secrets);
    return secrets;
  };

  const isTelling = (name: string): boolean => {
    let isSeen = false;
    watch.index.scan(`"${name}": "`, ({ kind, evidence }, _at, after) => {
      // A token of known shape counts wherever it stands; a name such as `path` may begin like one.
      const isInside = kind !== 'escape' && evidence === 'format' && after <= name.length + 1;
      if (!isInside) isSeen = true;
      return 0;
    });
    return isSeen;
  };
  return { find, isTelling };
}

/** What a set of rules looks for in a text. */
interface Watch {
  readonly index: AnchorIndex<Watched>;
  /** The rules that search, and where a scan found their anchors. */
  readonly places: ReadonlyMap<SecretRule, Span[]>;
  /** Of two equally sure rules, the first names the secret. */
  orderOf(rule: string): number;
}

function watchFor(rules: readonly SecretRule[]): Watch {
  const places = new Map<SecretRule, Span[]>();
  const clues = rules.flatMap((rule) => {
    const { id, evidence } = rule;
    const own: Span[] = [];
    if (rule.search !== undefined) places.set(rule, own);
    const kind = rule.search === undefined ? 'clue' : 'place';
    return rule.clues.map(({ anchor, match }) => ({
      anchor,
      owner: { id, evidence, kind, match, places: own } as const,
    }));
  });
  const escapes = escapeAnchors.map((anchor) => ({ anchor, owner: watchedEscape }));
  const order = new Map(rules.map(({ id }, at) => [id, at]));
  return { index: createAnchorIndex<Watched>([...clues, ...escapes]), places, orderOf: (rule) => order.get(rule) ?? 0 };
}

/** What scans have seen beside secrets; whoever scans sets it back before. */
interface Seen {
  hasEscape: boolean;
  hasClue: boolean;
  /** Of the last text alone. */
  isAscii: boolean;
  /** Positions of names and of line prefixes, which may belong to a secret on another line. */
  clueLines: number[];
}

interface Scanner {
  readonly seen: Seen;
  /** The secrets that clues of the text reveal; marks the places to search near. */
  scan(text: string): FoundSecret[];
}

/** One visitor serves all texts, so that a text without secrets allocates nothing. */
function createScanner({ index, places: placesOf }: Watch): Scanner {
  const seen: Seen = { hasEscape: false, hasClue: false, isAscii: true, clueLines: [] };
  let text = '';
  let found: FoundSecret[] | undefined;
  let covered = nowhere;
  const visit: AnchorVisitor<Watched> = ({ kind, id, evidence, match, places }, at, after) => {
    if (kind === 'escape') {
      seen.hasEscape = true;
      return 0;
    }
    if (kind === 'place') {
      if (!isInMarker(text, at)) places.push({ start: at, end: after });
      return 0;
    }
    seen.hasClue = true;
    // A name inside a masked value reveals nothing more, and reading on from each could take quadratic time; a name at the value's end may
    // belong to the next value: `TOKEN=…/TOKEN=…`.
    const isInside = at >= covered.start && after < covered.end - longestNameEnd;
    if (evidence !== 'format' && isInside) return 0;
    const span = match(text, at, after);
    if (span === undefined && evidence !== 'format' && seen.clueLines.length < mostClueLines) seen.clueLines.push(at);
    if (span === undefined || isInMarker(text, at)) return 0;
    found ??= [];
    found.push({ start: span.start, end: span.end, rule: id, evidence });
    // A value found by a name or a header may contain a secret of known shape, whose rule is more specific.
    if (evidence === 'format') return span.end;
    if (span.end > covered.end) covered = span;
    return 0;
  };
  const scan = (subject: string): FoundSecret[] => {
    text = subject;
    found = undefined;
    covered = nowhere;
    for (const places of placesOf.values()) places.length = 0;
    seen.isAscii = index.scan(subject, visit);
    text = '';
    return found ?? none;
  };
  return { seen, scan };
}

/** The search of one text in all its forms: as it stands, without what tools add to its lines, without escapes, and masked. */
function createSearch(watch: Watch): (text: string) => readonly FoundSecret[] {
  const { seen, scan } = createScanner(watch);
  const inView = (view: PlainView): FoundSecret[] =>
    scan(view.text).map((secret) => ({ ...secret, ...view.sourceOf(secret) }));

  /** Scans a text, and also the text without the prefixes that a tool added to its lines. */
  const findInLines = (subject: string): FoundSecret[] => {
    seen.clueLines = [];
    const scanned = scan(subject);
    const searched = searchNear(subject, watch.places);
    const secrets = searched.length === 0 ? scanned : [...scanned, ...searched];
    if (seen.clueLines.length === 0 || !subject.includes('\n')) return secrets;
    const clues = seen.clueLines.sort((a, b) => a - b);
    return [...createLineViews(subject, clues).flatMap(inView), ...secrets];
  };

  const findOnce = (subject: string): readonly FoundSecret[] => {
    seen.hasEscape = false;
    seen.hasClue = false;
    let secrets = findInLines(subject);
    const { hasClue, isAscii } = seen;
    // A terminal code can split the clue itself; other escapes only split what follows it.
    const isEscaped =
      seen.hasEscape ||
      subject.includes('\x1b') ||
      (!isAscii && hasInvisible(subject)) ||
      (hasClue && mayHideParts(subject));
    const views = isEscaped ? createPlainViews(subject) : noViews;
    for (const view of views) {
      const shown = findInLines(view.text).map((secret) => ({ ...secret, ...view.sourceOf(secret) }));
      secrets = [...shown, ...secrets];
    }
    if (seen.hasClue && subject.includes('\n')) {
      secrets = [...createUnwrappedViews(subject).flatMap(inView), ...secrets];
    }
    if (secrets.length === 0) return seen.hasClue || views.length > 0 ? none : nothing;
    const ordered =
      secrets.length === 1 ? secrets : secrets.toSorted((a, b) => watch.orderOf(a.rule) - watch.orderOf(b.rule));
    return withoutMarkers(subject, mergeSpans(ordered));
  };

  /** A marker that replaces a secret may reveal another one, so a text with secrets is scanned again in its masked form. */
  return (subject) => {
    let secrets = findOnce(subject);
    for (let time = 0; time < mostTimes && secrets.length > 0; time++) {
      const masked = createMaskedView(subject, secrets);
      const more = findOnce(masked.text);
      if (more.length === 0) break;
      secrets = mergeSpans([...secrets, ...more.map((secret) => ({ ...secret, ...masked.sourceOf(secret) }))]);
    }
    return secrets;
  };
}

/** Lets the rules that search look near the places that a scan of the text marked. */
function searchNear(text: string, places: Watch['places']): FoundSecret[] {
  let secrets: FoundSecret[] | undefined;
  for (const [rule, near] of places) {
    rule.search?.(text, near, ({ start, end }) => {
      if (isInMarker(text, start)) return;
      secrets ??= [];
      secrets.push({ start, end, rule: rule.id, evidence: rule.evidence });
    });
  }
  return secrets ?? none;
}

/** Characters between the anchor in a name and the sign after it: `_PRODUCTION`. */
const longestNameEnd = 12;

/** The shortest value that a rule may know literally; a text less than twice as long cannot hold both a secret and its clue. */
const shortest = 4;

const mostClueLines = 10_000;

const mostTimes = 3;

/** Number of texts without secrets that a finder remembers: many short ones, and a few of up to 64 Ki characters. */
const mostShort = 2048;
const mostLong = 64;
const shortestLong = 256;
const longestClean = 65_536;

/** Texts that held no secret, and what was found instead: `nothing`, or `none` where something revealed one. */
interface TextMemory {
  recall(text: string): readonly FoundSecret[] | undefined;
  /** Keeps it in place of another with the same hash. */
  keep(text: string, secrets: readonly FoundSecret[]): void;
}

/** `size` is a power of two. Looks at three characters of a text: it is asked for each, and most are short. */
function createTextMemory(size: number): TextMemory {
  const texts = new Array<string>(size).fill('');
  const found = new Array<readonly FoundSecret[]>(size).fill(nothing);
  const slotOf = (text: string): number => {
    const { length } = text;
    const ends = text.charCodeAt(length - 2) * 31 + text.charCodeAt(length - 1);
    return ((length * 31 + text.charCodeAt(length >> 1)) * 961 + ends) & (size - 1);
  };
  return {
    recall: (text) => {
      const slot = slotOf(text);
      return texts[slot] === text ? found[slot] : undefined;
    },
    keep: (text, secrets) => {
      const slot = slotOf(text);
      texts[slot] = text;
      found[slot] = secrets;
    },
  };
}

/** A text whose secrets are replaced by markers, with a mapping back. */
function createMaskedView(text: string, secrets: readonly FoundSecret[]): PlainView {
  const view = createPieces();
  let from = 0;
  for (const { start, end, rule } of secrets) {
    view.add(text.slice(from, start), from, start);
    view.add(redactionMarker(rule), start, end);
    from = end;
  }
  view.add(text.slice(from), from, text.length);
  return view.finish();
}

const none: FoundSecret[] = [];
const noViews: readonly PlainView[] = [];

/** Returned for a text that reveals no secret. */
export const nothing: readonly FoundSecret[] = [];
const nowhere: Span = { start: 0, end: 0 };

/** Drops ranges that touch a marker: they are already masked, and a marker next to a text must not change what is found. */
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
