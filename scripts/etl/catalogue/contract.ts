import type {
  PageOptions,
  SessionFacets,
  SessionPage,
  SessionQuery,
  SessionSource,
  SessionSums,
  Total,
} from '../../../src/session/list/sessionSource.ts';
import type { DetectedFile, SourceState } from '../etlState.ts';
import type { IndexEntry, SessionName, UnnamedSession } from '../sessionIndex.ts';

/**
 * What is known of logs and of the sessions made of them: what was detected, what is wanted and done, permanent names, one row a session,
 * and its full text. A catalogue belongs to one folder of sessions, or to one tenant of a fleet; whoever opens it says which, so that calls
 * need not. It also knows the fingerprint (the kit's code and the options) under which its caller converts, and does not return what was
 * noted under another one.
 *
 * Every method is one transaction: it takes effect whole or not at all, also after a kill or on a full disk. Rejects with an `OutputError`
 * where the catalogue cannot be read or written; the message says what to do.
 */
export interface Catalogue extends SessionSource<SessionRow> {
  /** Whether `text` searches the text of sessions, or only their titles. */
  readonly searches: 'everything' | 'titles';

  /** What detection found in these files, by path; a file that was never looked at is absent. */
  detected(paths: readonly string[]): Promise<Map<string, DetectedFile>>;
  /** What was made of these sources, by path of the primary file; a source that is not done, or has to be converted again, is absent. */
  done(primaries: readonly string[]): Promise<Map<string, SourceState>>;
  /**
   * Notes which version of each source is wanted, by path of the primary file. A source waits until that version is committed: through a
   * kill, a failure, and a late commit of another version.
   */
  want(versions: ReadonlyMap<string, string>): Promise<void>;
  /** Primary files of waiting sources, in the order in which they were first wanted. */
  waiting(limit: number): Promise<string[]>;

  /**
   * Names for sessions, by `sourceKey`. A session with a name keeps it for ever; a new name is promised, so that a retry after a kill gets
   * it again. `nameSessions` says how names are assigned.
   */
  reserve(sessions: readonly UnnamedSession[]): Promise<Map<string, SessionName>>;
  /** Ids of sessions that were promised and never committed. */
  promised(): Promise<string[]>;
  /** Withdraws promises: these names may be assigned again. */
  release(ids: readonly string[]): Promise<void>;
  /** Reserves names that exist in the folder without a session: they are not assigned. */
  take(names: readonly string[]): Promise<void>;

  /** Notes the results of a batch of sources. A session is replaced together with its text, and its promise is fulfilled. */
  commit(batch: CatalogueBatch): Promise<void>;
  /** Forgets sessions, and the sources with these primary files, so that they are converted if they come back. */
  remove(ids: readonly string[]): Promise<void>;
  /** Rows by id, in the order of the ids; unknown ids are left out. */
  sessions(ids: readonly string[]): Promise<SessionRow[]>;
  /** Sessions whose primary file lies below a folder (absolute path), in no order. */
  below(folder: string): Promise<Pick<IndexEntry, 'session_id' | 'source'>[]>;

  page(query: SessionQuery, options?: PageOptions): Promise<SessionPage<SessionRow>>;
  facets(query: SessionQuery, options?: Pick<PageOptions, 'signal'>): Promise<SessionFacets>;
  sums(query: SessionQuery, options?: Pick<PageOptions, 'signal'>): Promise<SessionSums>;
  /** Like `page`, each session with the lines that contain the words; only for a query with words. */
  search(query: SessionQuery, options?: PageOptions): Promise<SearchPage>;

  close(): Promise<void>;
}

export interface CatalogueBatch {
  /** What detection now says of files. */
  detected?: ReadonlyMap<string, DetectedFile>;
  /** By path of the primary file; undefined where the source has to be converted again. */
  sources?: ReadonlyMap<string, DoneSource | undefined>;
  sessions?: readonly CataloguedSession[];
}

export interface DoneSource extends SourceState {
  /** The version that was wanted; absent where nobody wanted it. */
  version?: string;
}

/** One row of a list, as a catalogue keeps it. */
export type SessionRow = IndexEntry;

/** A session as it is written into the catalogue. */
export interface CataloguedSession {
  row: SessionRow;
  /** Whether it was made from the project's own samples: the only sessions that git tracks. */
  tracked?: boolean;
  /** Searchable text, in the order of the session. It must be masked. @default its title only */
  passages?: Iterable<Passage>;
}

/** One searchable text of an item, of one kind. */
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

export interface SearchPage {
  hits: SearchHit[];
  next?: string | undefined;
  total: Total;
}

export interface SearchHit {
  session: SessionRow;
  /** At most 3, those with most of the words first; none where only the title contains the words. */
  lines: MatchingLine[];
}

/** One line of a passage, shortened around the match. */
export interface MatchingLine extends Omit<Passage, 'text'> {
  text: string;
  /** Matches in the text, in UTF-16 units, in order, not overlapping. */
  ranges: [start: number, end: number][];
}
