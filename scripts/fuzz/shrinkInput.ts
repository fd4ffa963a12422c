import type { FuzzInput } from './fuzzInput.ts';

/** Makes a failing input smaller: removes ever smaller runs of lines while it still fails. Calls `fails` at most `tries` times. */
export async function shrinkInput(
  input: FuzzInput,
  fails: (input: FuzzInput) => Promise<boolean>,
  tries = 400,
): Promise<FuzzInput> {
  let left = tries;
  let best = input;
  const attempt = async (candidate: FuzzInput): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (const index of input.files.keys()) {
    let lines = linesOf(best.files[index] ?? new Uint8Array());
    for (let run = lines.length; run >= 1; run = Math.floor(run / 2)) {
      for (let at = 0; at < lines.length && left > 0; ) {
        const fewer = lines.toSpliced(at, run);
        if (await attempt(withFile(best, index, fewer))) lines = fewer;
        else at += run;
      }
    }
  }
  return best;
}

/** Lines with their ends, as bytes, so that text that is not UTF-8 is kept. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const next = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(at, next));
    at = next;
  }
  return lines;
}

function withFile(input: FuzzInput, index: number, lines: readonly Uint8Array[]): FuzzInput {
  return { ...input, files: input.files.with(index, Buffer.concat(lines)) };
}
