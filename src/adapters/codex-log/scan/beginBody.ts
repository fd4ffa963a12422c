import { createCommandReader } from '../grammar/createCommandReader.ts';
import { createDiffReader } from '../grammar/createDiffReader.ts';
import { readExecOutcome } from '../grammar/readOutcome.ts';
import { readStamp } from '../grammar/readStamp.ts';
import { PATCH_KEY } from '../grammar/readTool.ts';
import { createPatchReader } from './createPatchReader.ts';
import type { Marker } from './markers.ts';
import type { Body, OpenEvent } from './openEvent.ts';
import type { SessionState } from './sessionState.ts';

/** Lines that an output has at most until 0.117, also those of tools. */
const CUT_LINES = 20;

const free = (goesOn = false): Body => ({ is: 'free', goesOn });

/** An output of as many lines as its version prints, unless the log has shown that it holds more. */
const cut = (longOutputs: boolean): Body => ({
  is: 'cut',
  left: longOutputs ? Number.POSITIVE_INFINITY : CUT_LINES,
});

/** What follows the first line of an event, and what the event does to the calls that are open. */
export function beginBody(marker: Marker, text: string, state: SessionState, before: OpenEvent | undefined): Body {
  const { calls, era } = state;
  switch (marker.kind) {
    case 'session':
      return { is: 'head', left: (marker.header?.lineCount ?? 1) - 1, after: free() };
    case 'user':
    case 'codex':
    case 'thinking':
      return { is: 'prose' };
    case 'exec':
      return { is: 'command', reader: createCommandReader(), lines: [] };
    case 'execEnd':
      return beginResult(text, state);
    case 'toolStart':
      if (marker.key !== undefined) calls.openTool(marker.key);
      return free(marker.goesOn);
    case 'toolEnd':
      return endTool(marker, state);
    case 'fileUpdate':
      calls.openTool(PATCH_KEY);
      return { is: 'patch', reader: createPatchReader(), place: 'inside' };
    case 'turnDiff': {
      const reader = createDiffReader();
      reader.feed(text);
      return { is: 'diff', reader };
    }
    case 'plan':
      return free(true);
    case 'tokens':
      return era === 'stamped' ? free() : { is: 'head', left: 1, after: { is: 'closing' } };
    case 'truncation':
      return goOn(before);
    case 'notice':
      return free(marker.goesOn);
  }
}

function beginResult(text: string, { calls, era, longOutputs }: SessionState): Body {
  if (era !== 'stamped') {
    calls.takeExec();
    return era === 'cut' ? cut(longOutputs) : { is: 'whole' };
  }
  const words = readStamp(text)?.rest ?? text;
  const outcome = readExecOutcome(words);
  if (outcome === undefined) return { is: 'resultHead' };
  if (!calls.takeCommand(words.slice(0, outcome.start))) calls.takeExec();
  return { is: 'whole' };
}

function endTool({ key = '' }: Marker, state: SessionState): Body {
  state.calls.closeTool(key);
  if (key === PATCH_KEY) state.patched = true;
  if (state.era === 'stamped') return { is: 'whole' };
  // The result of an MCP tool is printed as an output; others print a few lines.
  if (!key.includes('(')) return free(true);
  return cut(state.longOutputs);
}

/** After a mark of truncation the output goes on as before. */
function goOn(before: OpenEvent | undefined): Body {
  const body = before?.body;
  if (body?.is === 'cut') return { is: 'cut', left: body.left - 1 };
  if (body?.is === 'spent') return cut(true);
  return body?.is === 'whole' ? { is: 'whole' } : free();
}
