import {
  type ChecklistState,
  type ContextInUse,
  checklistAt,
  contextAt,
  filesAt,
  type Position,
  type SessionIndex,
  sessionMs,
  type TokensSoFar,
  type TouchedFile,
  tokensApartAt,
  type Workdir,
  workdirAt,
} from '../../replay/index.ts';
import { itemsPerStep } from '../../replay/internal.ts';

/** State of the session's own agent at a position, and the tokens used so far by it and its subagents. */
export interface StateAt {
  readonly checklist: ChecklistState | undefined;
  readonly workdir: Workdir;
  readonly context: ContextInUse;
  readonly tokens: { readonly main: TokensSoFar; readonly inner: TokensSoFar };
  /** The last touched first. */
  readonly files: readonly TouchedFile[];
}

/** Folds the session up to a position. Each fold has checkpoints, so that going back costs no more than going forward. */
export function stateAt(index: SessionIndex, position: Position): StateAt {
  return {
    checklist: checklistAt(index, position),
    workdir: workdirAt(index, position),
    context: contextAt(index, position),
    tokens: tokensApartAt(index, position),
    files: [...filesAt(index, position)].sort((a, b) => b.last - a.last),
  };
}

/** Folds a whole session step by step, so that {@link stateAt} takes the same short time at any position. */
export function* stateSteps(index: SessionIndex): Generator<undefined, void> {
  for (let item = itemsPerStep; item < index.items.length; item += itemsPerStep) {
    const position = { item, at: sessionMs(index.starts[item] as number) };
    checklistAt(index, position);
    workdirAt(index, position);
    contextAt(index, position);
    tokensApartAt(index, position);
    yield;
  }
}
