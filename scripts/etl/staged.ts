import type { ConvertedSession } from '../../src/adapters/index.ts';
import type { Redactor } from '../../src/redaction/index.ts';
import type { EntryFigures } from '../../src/replay/entryFigures.ts';
import type { Account, Diagnostic, Provenance, Session } from '../../src/session/index.ts';

/** A range of a staged file. */
export interface StagedRange {
  path: string;
  start: number;
  length: number;
}

/** A part of a staged session: either items or `text` of the session's own. */
export interface StagedPart extends StagedRange {
  is: 'text' | 'items';
}

/** A converted session without a name; in the texts of its JSON, `token` stands for the name. */
export interface StagedSession {
  key: string;
  token: string;
  /** Parts of its JSON, in order. */
  parts: readonly StagedPart[];
  /** Names of its contents, which lie in `contentFolder`. */
  contents: readonly string[];
  contentFolder: string;
  /** Whether the contents are read again after publishing: then they are copied instead of moved. */
  keepsContents: boolean;
  /** Its searchable text: a list of passages in JSON. */
  passages: StagedRange;
  head: Pick<
    Session,
    | 'task_title'
    | 'status'
    | 'outcome'
    | 'created_at'
    | 'completed_at'
    | 'agent'
    | 'environment'
    | 'summary'
    | 'inferred'
  >;
  counts: ConvertedSession['session']['counts'];
  figures: EntryFigures;
  provenance: Provenance;
}

export interface StagedSource {
  sessions: readonly StagedSession[];
  account: Account;
  diagnostics: readonly Diagnostic[];
}

export interface StageOptions {
  /** Folder for staged files; empty at first. */
  folder: string;
  /** A random value for tokens that no log can contain. */
  nonce: string;
  redactor: Redactor | undefined;
  annotate: 'auto' | 'none';
  zone?: string | undefined;
  startedAt: string | undefined;
  /** Whether staged sessions must outlive their items. */
  whole: boolean;
}
