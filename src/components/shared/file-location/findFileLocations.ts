/** A location in a file that a text names. `from` and `to` are code units of the text; `to` is exclusive. */
export interface FoundLocation {
  readonly from: number;
  readonly to: number;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column?: number;
}

/** Maximum length of a path, searched backwards from its line number, in characters. */
const longestPath = 260;

/** Characters that cannot be in a path of a log, and so end it on the left. */
const outside = new Set('\t\n\r "\'`<>|*?,;=()[]{}!&$#%^\u2026\u3000\uff08\uff09\uff1a\uff0c\u3002\u201c\u201d');

/** A name without a folder counts as a file only if it has the extension of a source file: `example.com:443` is no location. */
const sourceExtension =
  /\.(?:astro|bash|c|cc|cfg|cjs|clj|cpp|cs|css|csv|dart|ex|exs|go|gradle|graphql|h|hpp|hs|html|ini|java|js|json|jsonl|jsx|kt|less|log|lua|m|md|mdx|mjs|ml|mts|php|pl|proto|ps1|py|r|rb|rs|sass|scala|scss|sh|sql|svelte|swift|tf|toml|ts|tsx|txt|vue|xml|yaml|yml|zig)$/i;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function readNumber(text: string, at: number): { readonly value: number; readonly end: number } | undefined {
  let end = at;
  while (end < text.length && end - at < 8 && isDigit(text.charCodeAt(end))) end += 1;
  const value = Number(text.slice(at, end));
  return end === at || value === 0 || isDigit(text.charCodeAt(end)) ? undefined : { value, end };
}

function isPath(path: string): boolean {
  if (path.includes('://') || path.startsWith('//') || path.endsWith('/') || path.endsWith('\\')) return false;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (!/[\p{L}_]/u.test(name)) return false;
  return name === path ? sourceExtension.test(name) : name.includes('.') || /^[A-Z]?[a-z]+file$/.test(name);
}

/** Whether the colon at `at` is the one of `C:\`. */
function isDrive(text: string, at: number): boolean {
  const letter = text[at - 1] ?? '';
  const before = text[at - 2] ?? '';
  return /^[A-Za-z]$/.test(letter) && !/[\p{L}\p{N}]/u.test(before) && /^[\\/]/.test(text[at + 1] ?? '');
}

/** Whether the text before a path makes it part of a URL or of a module's name: `http://host:8080/`, `node:`. */
function isInAddress(text: string, start: number): boolean {
  if (text[start - 1] !== ':') return false;
  const word =
    text
      .slice(Math.max(0, start - longestPath), start)
      .split(/\s/)
      .at(-1) ?? '';
  return word.includes('://') || word.endsWith('node:');
}

/** Where the path that ends at `end` begins, at `floor` at the earliest. A drive (`C:`) belongs to the path. */
function startOfPath(text: string, end: number, floor: number): number {
  let start = end;
  while (start > floor && end - start < longestPath) {
    const character = text[start - 1] ?? '';
    if (outside.has(character) || (character === ':' && !isDrive(text, start - 1))) break;
    start -= 1;
  }
  return start;
}

interface Numbers {
  readonly line: number;
  readonly column?: number;
  readonly end: number;
}

/** Reads `:12`, `:12:5` or `(12,5)` from its first character. */
function readNumbers(text: string, at: number): Numbers | undefined {
  const round = text[at] === '(';
  const line = readNumber(text, at + 1);
  if (line === undefined) return undefined;
  const column = text[line.end] === (round ? ',' : ':') ? readNumber(text, line.end + 1) : undefined;
  const end = column?.end ?? line.end;
  if (round && text[end] !== ')') return undefined;
  return { line: line.value, ...(column === undefined ? {} : { column: column.value }), end: round ? end + 1 : end };
}

const pythonFile = 'File "';

/** Reads `File "a.py", line 12`, the form in Python's tracebacks; `at` is the quotation mark that ends the path. */
function readPythonLocation(text: string, at: number, floor: number): FoundLocation | undefined {
  if (!text.startsWith('", line ', at)) return undefined;
  const line = readNumber(text, at + 8);
  const start = text.lastIndexOf('"', at - 1) + 1;
  if (line === undefined || start <= floor || at - start > longestPath) return undefined;
  if (!text.startsWith(pythonFile, start - pythonFile.length) || !isPath(text.slice(start, at))) return undefined;
  return { from: start, to: line.end, path: text.slice(start, at), line: line.value };
}

function readLocation(text: string, at: number, floor: number): FoundLocation | undefined {
  if (text[at] === '"') return readPythonLocation(text, at, floor);
  const numbers = isDigit(text.charCodeAt(at + 1)) ? readNumbers(text, at) : undefined;
  if (numbers === undefined) return undefined;
  const reached = startOfPath(text, at, floor);
  // `file:///a.js`: the first two slashes belong to the URL.
  const start = text.startsWith('file:///', reached - 5) ? reached + 2 : reached;
  const path = text.slice(start, at);
  if (!isPath(path) || isInAddress(text, start)) return undefined;
  const { line, column, end } = numbers;
  return { from: start, to: end, path, line, ...(column === undefined ? {} : { column }) };
}

/**
 * Finds the file locations in a text: `src/a.ts:12`, `src/a.ts:12:5`, `src/a.ts(12,5)`, `File "a.py", line 12`. Scans the text once; each
 * number looks back over at most {@link longestPath} characters.
 */
export function findFileLocations(text: string): FoundLocation[] {
  const locations: FoundLocation[] = [];
  let floor = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x3a && code !== 0x28 && code !== 0x22) continue;
    const location = readLocation(text, at, floor);
    if (location === undefined) continue;
    locations.push(location);
    floor = location.to;
    at = location.to - 1;
  }
  return locations;
}
