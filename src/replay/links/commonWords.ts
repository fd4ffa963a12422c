import type { ToolCall } from '../../session/index.ts';
import { callRole, inputTexts, outputTexts } from '../../session/links/callContext.ts';
import { termWorth } from '../../session/links/evidence.ts';
import { askedKeys, fileNameKey, pathKeys, shownKeys } from '../../session/links/pathKeys.ts';
import { scanTerms, type TermKind } from '../../session/links/scanTerms.ts';
import { fingerprint, TextCodes } from '../../session/links/textCodes.ts';

/** The telling words of a call's input that another call showed, the most telling first. */
export function commonWords(from: ToolCall, to: ToolCall, cwd: string): string[] {
  const text = new TextCodes();
  const base = new TextEncoder().encode(cwd);
  const shown = new Set<number>();
  const names = callRole(from).touches.map(({ path }) => path);
  for (const each of [...outputTexts(from), ...names]) {
    shownKeys(text.codes, text.load(each), base, 0, (key) => shown.add(key));
  }
  const found = new Map<string, number>();
  for (const each of inputTexts(to)) {
    scanTerms(text.codes, 0, text.load(each), (kind, start, end) => {
      if (!keysOf(kind, text.codes, start, end, base).some((key) => shown.has(key))) return;
      const word = new TextDecoder().decode(text.codes.subarray(start, end));
      if (![...found.keys()].some((known) => known.includes(word))) found.set(word, termWorth[kind]);
    });
  }
  return [...found].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

function keysOf(kind: TermKind, codes: Uint8Array, start: number, end: number, base: Uint8Array): number[] {
  if (kind === 'file') return [fileNameKey(codes, start, end, 0)];
  if (kind !== 'path') return [fingerprint(codes, start, end, 0)];
  return askedKeys(pathKeys(codes, start, end, base, 0), codes, start, end).map(({ key }) => key);
}
