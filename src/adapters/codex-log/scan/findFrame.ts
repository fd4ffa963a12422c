import type { TextLine } from '../../read/readTextLines.ts';
import type { LineFrame } from '../events.ts';
import { isBanner, readHeader } from '../grammar/header.ts';
import { readStamp } from '../grammar/stamp.ts';
import { stripTerminal, undress } from '../lines/dressLine.ts';

/** How a log begins, by its first lines. */
export interface LogStart {
  frame: LineFrame | undefined;
  /** Whether a banner with its header was found; without one, the log is part of a log. */
  begun: boolean;
  /** Whether its events begin with times. */
  stamped: boolean;
  /** The code fence around the log, in a document that contains it. */
  fence?: string | undefined;
}

const markers = /^(?:exec|codex|thinking|user|tokens used|file update:?|Plan update|OpenAI Codex|tool |diff --git )/;

/** Finds the prefixes and colours of a log's lines. A banner in a code fence counts only if there is no other one. */
export function findFrame(lines: readonly TextLine[]): LogStart {
  let quoted: LogStart | undefined;
  let fence: string | undefined;
  for (const [index, { text }] of lines.entries()) {
    const mark = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark !== undefined && fence !== undefined && text.trimEnd() === fence) fence = undefined;
    if (!text.includes('OpenAI Codex')) continue;
    const frame = frameOf(text, isBanner);
    const header = readHeader((at) => {
      const line = lines[index + at]?.text;
      return line === undefined ? undefined : undress(line, frame).text;
    });
    if (header === undefined) continue;
    const found = { frame, begun: true, stamped: header.at !== undefined };
    if (fence === undefined) return found;
    quoted ??= { ...found, fence };
  }
  return quoted ?? findPartFrame(lines);
}

function findPartFrame(lines: readonly TextLine[]): LogStart {
  const isMarker = (text: string): boolean => markers.test(text);
  let frame: LineFrame | undefined;
  let stamped = false;
  for (const { text } of lines) {
    frame ??= frameOf(text, isMarker);
    stamped ||= readStamp(undress(text, frame).text) !== undefined;
  }
  return { frame, begun: false, stamped };
}

/** Prefixes and colours of a line that is recognised only without them. */
function frameOf(text: string, recognise: (text: string) => boolean): LineFrame | undefined {
  const coloured = text.includes('\u001b');
  const bare = coloured ? stripTerminal(text) : text;
  const prefix = bare.startsWith('[stderr]') || bare.startsWith('[stdout]');
  const prefixed = prefix
    ? recognise(bare.slice(8))
      ? 'tight'
      : recognise(bare.slice(9))
        ? 'spaced'
        : undefined
    : undefined;
  if (prefixed === undefined && !(coloured && recognise(bare))) return undefined;
  return { ...(prefixed === undefined ? {} : { prefix: prefixed }), ...(coloured ? { coloured: true } : {}) };
}
