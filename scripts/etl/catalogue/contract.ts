import type { DetectedFile, SourceState } from '../etlState.ts';
import type { IndexEntry, SessionName, UnnamedSession } from '../sessionIndex.ts';

/**
 * What is known of logs and of the sessions that were made of them: what was detected, what is wanted and done, names given
 * for ever, one row a session, and its full text. One catalogue belongs to one folder of sessions, or to one tenant of a
 * fleet; whoever opens it says which, so that no call needs to. It also knows under which fingerprint (the kit's code and
 * the options) its caller converts, and what was noted under another one is not given back.
 *
 * Every method is one transaction: it holds whole, or not at all, also after a kill or on a full disk. Rejects with an
 * `OutputError` where the catalogue cannot be read or written; the message says what to do.
 */
export interface Catalogue {
  /** Whether `text` finds what stands in a session, or no more than what stands in its title. */
  readonly searches: 'everything' | 'titles';

  /** What detection said of these files, by path; a file that was never looked at is absent. */
  detected(paths: readonly string[]): Promise<Map<string, DetectedFile>>;
  /** What was made of these sources, by path of the primary file; one that is not done, or has to be done anew, is absent. */
  done(primaries: readonly string[]): Promise<Map<string, SourceState>>;
  /**
   * Says which version of each source is wanted, by path of the primary file. It waits until that version is committed:
   * through a kill, a failure, and a commit of another version that comes late.
   */
  want(versions: ReadonlyMap<string, string>): Promise<void>;
  /** Primary files of sources that wait, in the order in which they were first wanted. */
  waiting(limit: number): Promise<string[]>;

  /**
   * Names for sessions, by `sourceKey`. A session that had one gets the same for ever; a new one is promised, so that a
   * retry after a kill gets it again. How names are dealt says `nameSessions`.
   */
  reserve(sessions: readonly UnnamedSession[]): Promise<Map<string, SessionName>>;
  /** Ids of sessions that were promised and never committed. */
  promised(): Promise<string[]>;
  /** Takes promises back: these names may be dealt again. */
  release(ids: readonly string[]): Promise<void>;
  /** Names that stand in the folder though no session was given them: they are not dealt. */
  take(names: readonly string[]): Promise<void>;

  /** Notes what a batch of sources came to; a session is replaced with its text, and its promise is kept. */
  commit(batch: CatalogueBatch): Promise<void>;
  /** Forgets sessions, and the sources whose primary files these are, so that they are converted when they are there again. */
  remove(ids: readonly string[]): Promise<void>;
  /** Rows by id, in the order of the ids; what is not known is left out. */
  sessions(ids: readonly string[]): Promise<SessionRow[]>;
  /** Sessions whose primary file lies below a folder (absolute path), in no order. */
  below(folder: string): Promise<Pick<IndexEntry, 'session_id' | 'source'>[]>;

  /** Sessions, newest first, from behind a cursor on. */
  page(query: SessionQuery, options?: PageOptions): Promise<SessionPage>;
  /** How many sessions of those that a query finds have which value. */
  facets(query: SessionQuery, options?: Pick<PageOptions, 'signal'>): Promise<SessionFacets>;
  /** As `page`, each session with the lines that hold the words; only for a query with words. */
  search(query: SessionQuery, options?: PageOptions): Promise<SearchPage>;

  close(): Promise<void>;
}

export interface CatalogueBatch {
  /** What detection says of files now. */
  detected?: ReadonlyMap<string, DetectedFile>;
  /** By path of the primary file; undefined where the source has to be converted again. */
  sources?: ReadonlyMap<string, DoneSource | undefined>;
  sessions?: readonly CataloguedSession[];
}

export interface DoneSource extends SourceState {
  /** As it was wanted; absent where nobody wanted it. */
  version?: string;
}

/** One row of a list, and what a list can be narrowed by. */
export interface SessionRow extends IndexEntry {
  /** Of all agents of the session; absent where the source does not count them. */
  tokens?: number;
  /** US dollars, where the source itself says it. */
  cost_usd?: number;
}

/** A session as it is written into the catalogue. */
export interface CataloguedSession {
  row: SessionRow;
  /** Made from the project's own samples: the only sessions that git tracks. */
  tracked?: boolean;
  /** What can be searched, in the order of the session. Masked: nothing else may come here. @default its title alone */
  passages?: Iterable<Passage>;
}

/** What an item says, in one of the ways in which it can say something. */
export interface Passage {
  kind: PassageKind;
  /** Id of the call or event. */
  item: string;
  /** Milliseconds from the start of the session; absent where the item has no time. */
  at?: number;
  text: string;
}

export const passageKinds = ['prompt', 'reply', 'command', 'path', 'output'] as const;

export type PassageKind = (typeof passageKinds)[number];

/** Sessions in which all of this is true; empty: all sessions. Several values of one field: any of them. */
export interface SessionQuery {
  /**
   * Words as a person types them. Each stands in the session, in upper or lower case, the last perhaps only begun; what is
   * in double quotes stands there as it is, word behind word. Which words a text has says `wordsOf`.
   */
  text?: string;
  format?: readonly string[];
  /** As `entryOutcome` gives it. */
  outcome?: readonly string[];
  model?: readonly string[];
  project?: readonly string[];
  /** Milliseconds since 1970, from the first on and before the second, by when the session began. */
  from?: number;
  before?: number;
}

export interface PageOptions {
  /** Where the page before ended: its `next`. Opaque. @default the newest */
  after?: string | undefined;
  /** 1 to 1,000. @default 100 */
  limit?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Order: by the moment a session began, newest first, those of which nothing tells it last; at the same moment by id, in
 * descending order of its UTF-8 bytes.
 */
export interface SessionPage {
  sessions: SessionRow[];
  /** Cursor of what comes next; absent at the end. It stays good while sessions come and go. */
  next?: string;
  total: Total;
}

/** Counted up to 10,000 where counting takes time; then `exact` is false and `n` is what there is at least. */
export interface Total {
  n: number;
  exact: boolean;
}

export interface SessionFacets {
  /** By value, the most frequent first; a session without a value is counted in none. */
  format: FacetCount[];
  outcome: FacetCount[];
  model: FacetCount[];
  /** The 100 most frequent. */
  project: FacetCount[];
  /** `2026-10` in UTC, newest first; for jumps. */
  month: FacetCount[];
}

export interface FacetCount {
  value: string;
  n: number;
}

export interface SearchPage {
  hits: SearchHit[];
  next?: string;
  total: Total;
}

export interface SearchHit {
  session: SessionRow;
  /** At most 3, those with most of the words first; none where the words stand in its title alone. */
  lines: MatchingLine[];
}

/** One line of a passage, shortened around what was found. */
export interface MatchingLine extends Omit<Passage, 'text'> {
  text: string;
  /** What was found in the text, in UTF-16 units, in order, not overlapping. */
  ranges: [start: number, end: number][];
}
