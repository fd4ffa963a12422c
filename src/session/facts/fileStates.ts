import { firstWhere } from '../sequences.ts';

/** The lines of a file at a moment, as positions in {@link FileContent.lines}. */
export interface FileState {
  /** Undefined where the log does not say whether the file existed. */
  readonly exists: boolean | undefined;
  readonly lines: readonly number[];
  /** More lines may follow: the end of the file is not known. */
  readonly open: boolean;
}

/** Lines that one call replaced by others. */
export interface Splice {
  readonly by: number;
  readonly at: number;
  readonly removed: number;
  readonly added: readonly number[];
}

/** The lines after every so many splices, so that no state is far from one of them. */
interface Checkpoints {
  /** Number of splices between two of them. */
  readonly spacing: number;
  readonly lines: readonly (readonly number[])[];
}

/** A state that does not follow from the previous one by splices, and the splices after it. */
export interface Stage {
  readonly by: number;
  exists: boolean | undefined;
  readonly lines: number[];
  open: boolean;
  readonly splices: Splice[];
  /** Made when first asked for. */
  checkpoints?: Checkpoints | undefined;
}

/** Least number of splices between two checkpoints. */
const leastSpacing = 16;

/** Maximum number of lines in all checkpoints of a stage: long files with many changes have them further apart. */
const mostKept = 1 << 22;

/** Returns the lines after a call and all calls before it. */
export function linesAfter(stage: Stage, call: number): readonly number[] {
  const count = countSplices(stage.splices, call);
  if (count === 0) return stage.lines;
  stage.checkpoints ??= checkpointsOf(stage);
  const nth = Math.floor(count / stage.checkpoints.spacing);
  const lines = [...(stage.checkpoints.lines[nth] ?? stage.lines)];
  for (let n = nth * stage.checkpoints.spacing; n < count; n += 1) applySplice(lines, stage.splices[n] as Splice);
  return lines;
}

/** Carries a splice out, in place. */
export function applySplice(lines: number[], { at, removed, added }: Splice): void {
  if (added.length < 10_000) lines.splice(at, removed, ...added);
  else {
    const rest = lines.splice(at).slice(removed);
    for (const line of added) lines.push(line);
    for (const line of rest) lines.push(line);
  }
}

function countSplices(splices: readonly Splice[], call: number): number {
  return firstWhere(splices.length, (at) => (splices[at] as Splice).by > call);
}

function checkpointsOf({ lines, splices }: Stage): Checkpoints {
  const longest = splices.reduce((sum, { added }) => sum + added.length, lines.length);
  const spacing = Math.max(leastSpacing, Math.ceil((longest * splices.length) / mostKept));
  const now = [...lines];
  const checkpoints = [lines];
  for (const [n, splice] of splices.entries()) {
    applySplice(now, splice);
    if ((n + 1) % spacing === 0) checkpoints.push([...now]);
  }
  return { spacing, lines: checkpoints };
}
