import { readNotice } from '../grammar/readNotice.ts';
import { readExecOutcome } from '../grammar/readOutcome.ts';
import { PATCH_KEY, readSearch, readToolEnd, readToolStart, SEARCH_KEY } from '../grammar/readTool.ts';
import { readStamp } from '../grammar/stamp.ts';
import { type Marker, type MarkerContext, marker } from './markers.ts';

/** A stamp may be this much before the last one and still belong to the session, in milliseconds. */
const CLOCK_SLACK = 5000;

/** The marker on a line of a stamped log. Lines with an older stamp come from another log that the agent reads, and are no markers. */
export function findStampedMarker(context: MarkerContext, lastAt: string | undefined): Marker | undefined {
  const text = context.lineAt(0) ?? '';
  const stamp = readStamp(text);
  if (stamp === undefined) return findUnstamped(text);
  if (lastAt !== undefined && Date.parse(stamp.at) < Date.parse(lastAt) - CLOCK_SLACK) return undefined;
  return readWords(stamp.rest, context);
}

/** The first versions printed reasoning and the session's id without a stamp. */
function findUnstamped(text: string): Marker | undefined {
  if (text.startsWith('thinking: ')) return marker('thinking', 'sure');
  return text.startsWith('session ') && readNotice(text) !== undefined ? marker('notice', 'sure') : undefined;
}

function readWords(text: string, { calls }: MarkerContext): Marker {
  if (text === 'codex' || text.startsWith('Agent message: ')) return marker('codex', 'sure');
  if (text === 'thinking') return marker('thinking', 'sure');
  if (text === 'User instructions:') return marker('user', 'sure');
  if (text.startsWith('exec ')) return marker('exec', 'sure');
  if (text.startsWith('tokens used: ')) return marker('tokens', 'sure');
  if (text === 'Plan update' || text.startsWith('explanation: ') || text.startsWith('plan: [')) {
    return marker('plan', 'sure', { goesOn: true });
  }
  if (text === 'turn diff:') return marker('turnDiff', 'sure');
  if (/^apply_patch(?:\('[^']*'\))? auto_approved=/.test(text)) return marker('fileUpdate', 'sure');
  return findCall(text, calls) ?? marker('notice', 'sure', { goesOn: true });
}

function findCall(text: string, calls: MarkerContext['calls']): Marker | undefined {
  const start = readToolStart(text);
  if (start !== undefined) return marker('toolStart', 'sure', start.name === 'view_image' ? {} : { key: start.key });
  if (readSearch(text) !== undefined) return marker('toolEnd', 'sure', { key: SEARCH_KEY });
  const end = readToolEnd(text);
  if (end !== undefined)
    return marker('toolEnd', 'sure', { key: end.key === PATCH_KEY ? PATCH_KEY : end.key, goesOn: true });
  if (readExecOutcome(text) !== undefined || calls.hasCommandFrom(text)) return marker('execEnd', 'sure');
  return undefined;
}
