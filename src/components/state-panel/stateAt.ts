import {
  type ChecklistState,
  type ContextInUse,
  checklistAt,
  contextAt,
  filesAt,
  type Position,
  type SessionIndex,
  type TokensSoFar,
  type TouchedFile,
  tokensApartAt,
  type Workdir,
  workdirAt,
} from '../../replay/index.ts';

/** How far the session's own agent is at a position, and how many tokens it and its subagents have taken. */
export interface StateAt {
  readonly checklist: ChecklistState | undefined;
  readonly workdir: Workdir;
  readonly context: ContextInUse;
  readonly tokens: { readonly main: TokensSoFar; readonly inner: TokensSoFar };
  /** The last touched first. */
  readonly files: readonly TouchedFile[];
}

/** Folds the session up to a position; each fold has checkpoints, so that going back costs what going forward does. */
export function stateAt(index: SessionIndex, position: Position): StateAt {
  return {
    checklist: checklistAt(index, position),
    workdir: workdirAt(index, position),
    context: contextAt(index, position),
    tokens: tokensApartAt(index, position),
    files: [...filesAt(index, position)].sort((a, b) => b.last - a.last),
  };
}
