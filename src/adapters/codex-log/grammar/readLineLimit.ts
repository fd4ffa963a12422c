/** How many lines a script can print of the files it reads. */
export interface LineLimit {
  lines: number;
  /** False where the script does more than that one reading: then other lines come before or after. */
  alone: boolean;
}

// Each finds the reading of a part of a file: `sed -n '1,200p'`, `head -n 20`, `tail -40`, PowerShell's `-First 20`.
const rangePattern = /\bsed -n ["']?(\d{1,7}),(\d{1,7})p/g;
const countPattern = /(?:\b(?:head|tail) (?:-n ?|--lines=|-)|-(?:TotalCount|First|Tail|Last) )(\d{1,7})\b/gi;

/** The limit that a script sets on its own output; undefined where it sets none. */
export function readLineLimit(script: string): LineLimit | undefined {
  const counts = [
    ...[...script.matchAll(rangePattern)].map(([, from, to]) => Number(to) - Number(from) + 1),
    ...[...script.matchAll(countPattern)].map(([, count]) => Number(count)),
  ].filter((count) => count > 0);
  if (counts.length === 0) return undefined;
  const alone = counts.length === 1 && !/[;\n&]|\bdo\b/.test(script);
  return { lines: Math.max(...counts), alone };
}

/** Names of files in a script, as far as they look like names of files. */
export function readFileNames(script: string): string[] {
  return script.split(/[^\w./\\~@+-]/).filter((word) => /\.\w{1,12}$/.test(word));
}
