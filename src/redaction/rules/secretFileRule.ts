import { isUnlikeWords, looksLikePassword, looksStrong } from '../judge/looksLikePassword.ts';
import { looksLikeCode, looksRandom } from '../judge/looksRandom.ts';
import { isPlainChain } from '../judge/passphrases.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

// The rest of a path, alone on its line: `$ cat /etc/ppp/pap-secrets`, `==> auth.txt <==`, "`secrets.txt`:".
const pathEnd = /[\w.-]{0,40}["'`*)]{0,3}(?: <==)?:?[ \t]{0,4}(?:\r?\n|\\{1,15}r\\{1,15}n|\\{1,15}n)/iy;
const pathBefore = /(?:[/\\~.]|(?:^|[\s"'`*(])(?=[\w.-]{0,40}$))[\w.-]{0,40}$/;
const shownBy =
  /(?:^|\n|\\n)[^\n]{0,150}?(?:\b(?:cat|head|tail|less|more|type|bat|view|gc|Get-Content|nano|vim?|tee)\b|==>|#|\/\/|[`*]|[$>%] )[^\n]{0,120}$/;

const codeFile =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|md|mdx|c|h|cc|cpp|cs|php|kt|swift|s?css|html|vue|svelte|map|snap)\b/;

const longestLine = 240;
const mostLines = 12;
const lineBreak = /\r?\n|\\{1,15}r\\{1,15}n|\\{1,15}n/g;
const promptOrComment = /^\s*(?:[#;]|[$%>] |\/\/|```|~~~|==>|$)/;
// A file with such a name may hold code or text.
const isCode =
  /[;{(]\s*$|^\s*(?:import|from|export|const|let|var|function|class|def|if|return|package|use|-|\d+\.)\s|=>|\w\([\w, ]*\)|^\w+ \w+ \w+ \w+ \w/;
const word = /[^\s"'`]{6,160}/g;
const noSecret = /^(?:https?:|[\w.-]+@|[\d.:/]+$|\/|[a-z.-]+$)|^[\w-]+(?:\.[\w-]+){1,4}(?::\d+)?$/i;

function isSecret(value: string): boolean {
  if (isPlainChain(value)) return true;
  if (noSecret.test(value) && !looksRandom(value, 20)) return false;
  return (
    isUnlikeWords(value) ||
    looksStrong(value) ||
    looksRandom(value, 16) ||
    looksLikeCode(value) ||
    (looksLikePassword(value) && /\d/.test(value) && /[A-Za-z]/.test(value))
  );
}

/** The content of a file whose name says that it holds secrets: from the first line's secret to the last line's. */
const inFile: Clue['match'] = (text, at, after) => {
  pathEnd.lastIndex = after;
  if (!pathEnd.test(text)) return undefined;
  if (codeFile.test(text.slice(after, pathEnd.lastIndex))) return undefined;
  if (!pathBefore.test(text.slice(Math.max(0, at - 41), at))) return undefined;
  if (!shownBy.test(text.slice(Math.max(0, at - 160), at))) return undefined;
  const from = pathEnd.lastIndex;
  let found: Span | undefined;
  let lineStart = from;
  for (const line of text
    .slice(from, from + mostLines * longestLine)
    .split(lineBreak)
    .slice(0, mostLines)) {
    if (line.length > longestLine || (promptOrComment.test(line) && found !== undefined)) break;
    // Masked text shows nothing, and must not change what is found.
    if (line.includes('[REDACTED:')) break;
    if (isCode.test(line)) break;
    if (!promptOrComment.test(line)) {
      const secret = lastSecret(line);
      if (secret === undefined && found === undefined && lineStart > from) break;
      const start = text.indexOf(secret ?? line, lineStart);
      if (secret !== undefined) found = { start: found?.start ?? start, end: start + secret.length };
    }
    lineStart = text.indexOf(line, lineStart) + line.length;
  }
  return found;
};

function lastSecret(line: string): string | undefined {
  return line
    .match(word)
    ?.flatMap((each) => [each, ...each.split(/[:=]/).slice(-1)])
    .findLast(isSecret);
}

/** Secrets in files whose names say that they hold some, whatever their columns. */
export const secretFileRule: SecretRule = {
  id: 'secret-file',
  label: 'Content of a file that is called after its secrets',
  shape: '$ cat /etc/ppp/pap-secrets⏎…, ==> auth-user-pass.txt <==⏎…',
  evidence: 'context',
  clues: [
    'secret',
    'passw',
    'credential',
    'userpass',
    'user-pass',
    'auth.txt',
    'pgpass',
    'pass.txt',
    'userlist.txt',
  ].map((word) => ({
    anchor: { anyCase: word },
    match: inFile,
  })),
};
