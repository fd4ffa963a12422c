/** Follows a unified diff line by line, using the counts in its hunk headers, so that none of its lines is taken for a marker. */
export interface DiffReader {
  /** False for the first line that does not belong to the diff. */
  feed(text: string): boolean;
  /** Whether the current hunk expects more lines. */
  readonly inHunk: boolean;
}

const hunkPattern = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const headPattern =
  /^(?:diff --git |index |--- |\+\+\+ |new file mode |deleted file mode |old mode |new mode |(?:dis)?similarity index |rename |copy |Binary files |\\ No newline)/;

export function createDiffReader(): DiffReader {
  let oldLeft = 0;
  let newLeft = 0;
  return {
    feed(text) {
      if (oldLeft > 0 || newLeft > 0) {
        const sign = text.charAt(0);
        // An editor may have removed the space of an empty context line.
        if (sign === ' ' || sign === '') {
          oldLeft -= 1;
          newLeft -= 1;
        } else if (sign === '+') newLeft -= 1;
        else if (sign === '-') oldLeft -= 1;
        else if (sign !== '\\') {
          oldLeft = 0;
          newLeft = 0;
          return false;
        }
        return true;
      }
      const hunk = hunkPattern.exec(text);
      if (hunk !== null) {
        oldLeft = Number(hunk[1] ?? 1);
        newLeft = Number(hunk[2] ?? 1);
        return true;
      }
      return headPattern.test(text);
    },
    get inHunk() {
      return oldLeft > 0 || newLeft > 0;
    },
  };
}

const fullIndexPattern = /^index [0-9a-f]{40}\.\.[0-9a-f]{40}/;

/**
 * Whether the turn's diff begins here: Codex writes object names of 40 digits, git's own output shortens them. `lineAt` returns the lines
 * from here on.
 */
export function isTurnDiff(lineAt: (index: number) => string | undefined): boolean {
  if (lineAt(0)?.startsWith('diff --git ') !== true) return false;
  for (let index = 1; index < 6; index += 1) if (fullIndexPattern.test(lineAt(index) ?? '')) return true;
  return false;
}
