import { createCommandReader, startsWithShell } from '../grammar/commands.ts';
import { isTurnDiff } from '../grammar/createDiffReader.ts';
import { type Era, readStamp } from '../grammar/header.ts';
import { readNotice } from '../grammar/readNotice.ts';
import { readPlanStep } from '../grammar/readPlan.ts';
import { PATCH_KEY, readExecOutcome, readSearch, readToolEnd, readToolStart, SEARCH_KEY } from '../grammar/readTool.ts';
import { bodyLength, endsBlank, type OpenEvent } from './bodies.ts';
import { isTokenCount, isTruncation, type Marker, type MarkerContext, marker } from './markers.ts';

/** Maximum number of plan lines examined. */
const MAX_STEPS = 30;

/** The marker on a line of a log without times; the banner is found elsewhere. */
export function findPlainMarker(context: MarkerContext, era: Era): Marker | undefined {
  const text = context.lineAt(0) ?? '';
  if (text === '') return undefined;
  const end = findToolEnd(text, context);
  if (end !== undefined) return end;
  switch (text.charCodeAt(0)) {
    case 0x20: // space
      return findIndented(text, context, era);
    case 0x50: // P
      return text === 'Plan update' && era !== 'whole' ? marker('plan', 'sure', { goesOn: true }) : undefined;
    case 0x54: // T
    case 0x5b: // [
      return isTruncation(text) ? marker('truncation', 'common') : undefined;
    case 0x61: // a
      return findPatchStart(text, context) ?? findNotice(text);
    case 0x63: // c
      return text === 'codex' ? marker('codex', 'word') : (findToolStart(text, context) ?? findNotice(text));
    case 0x64: // d
      return findDiff(text, context, era) ?? findNotice(text);
    case 0x65: // e
      return text === 'exec' ? findExec(context) : findNotice(text);
    case 0x66: // f
      return findFileUpdate(text, context, era);
    case 0x74: // t
      return findThinking(text, context, era) ?? findToolStart(text, context) ?? findNotice(text);
    case 0x6d: // m
    case 0x76: // v
      return findToolStart(text, context) ?? findNotice(text);
    case 0x77: // w
    case 0xd83c: // the first half of 🌐
      return findSearch(text, context) ?? findNotice(text);
    case 0x45: // E
    case 0x52: // R
    case 0x53: // S
    case 0x67: // g
    case 0x68: // h
    case 0x69: // i
    case 0x6a: // j
    case 0x73: // s
    case 0x32: // 2
      return findNotice(text);
    default:
      return undefined;
  }
}

/** The end of a call that is open, or at least one that nothing else looks like. */
function findToolEnd(text: string, { calls }: MarkerContext): Marker | undefined {
  const last = text.charCodeAt(text.length - 1);
  if (last !== 0x3a && (calls.toolCount === 0 || !mayEndOpenTool(text, last))) return undefined;
  const end = readToolEnd(text);
  if (end === undefined) return undefined;
  const { key } = end;
  if (calls.hasTool(key)) return marker('toolEnd', 'sure', { key, goesOn: true });
  const strict = key === PATCH_KEY || (end.durationMs !== undefined && end.argsText?.startsWith('{') === true);
  return strict ? marker('toolEnd', 'sure', { key, goesOn: true }) : undefined;
}

function mayEndOpenTool(text: string, last: number): boolean {
  return last === 0x29 || text.startsWith('patch: ') || text.includes('(call_');
}

function findIndented(text: string, { calls, lineAt }: MarkerContext, era: Era): Marker | undefined {
  if (readExecOutcome(text)?.start === 0) {
    if (calls.execCount > 0) return marker('execEnd', 'sure');
    // Codex names the tool that ends; only in the document's form does a tool get the result of a command.
    const key = calls.oldestInvocation;
    if (key !== undefined) return marker('toolEnd', 'sure', { key });
  }
  if (era === 'cut' || readPlanStep(text) === undefined) return undefined;
  let span = 1;
  while (span < MAX_STEPS && readPlanStep(lineAt(span) ?? '') !== undefined) span += 1;
  return marker('plan', 'common', { span, goesOn: true });
}

function findPatchStart(text: string, { lineAt }: MarkerContext): Marker | undefined {
  if (text !== 'apply patch') return undefined;
  return marker('toolStart', lineAt(1)?.startsWith('patch: ') === true ? 'sure' : 'word', { key: PATCH_KEY });
}

function findToolStart(text: string, { fresh }: MarkerContext): Marker | undefined {
  const start = readToolStart(text);
  if (start === undefined) return undefined;
  if (text.startsWith('tool ')) {
    const shaped = start.name.includes('.') || fresh || /^(?:\{.*\})?$/.test(start.argsText);
    return marker('toolStart', shaped ? 'sure' : 'common', { key: start.key });
  }
  // No end is printed for images or, since 0.118, for agents' tools.
  const ends = start.name !== 'view_image' && !text.startsWith('collab: ');
  return marker('toolStart', start.name === 'view_image' ? 'common' : 'sure', {
    ...(ends ? { key: start.key } : {}),
    goesOn: start.goesOn === true,
  });
}

/** The same line is printed when a search starts and when it ends; at the start, the query is often missing. */
function findSearch(text: string, { calls }: MarkerContext): Marker | undefined {
  const start = readToolStart(text);
  if (start !== undefined) return marker('toolStart', 'sure', { key: start.key });
  const query = readSearch(text);
  if (query === undefined) return undefined;
  const announced = `${SEARCH_KEY} ${query}`;
  if (calls.hasTool(announced)) return marker('toolEnd', 'sure', { key: announced });
  const done = query !== '' && (calls.hasTool(SEARCH_KEY) || text.startsWith('🌐'));
  return done || text.startsWith('🌐')
    ? marker('toolEnd', 'sure', { key: SEARCH_KEY })
    : marker('toolStart', 'sure', { key: query === '' ? SEARCH_KEY : announced });
}

/**
 * A diff without a heading. Since 0.118 it is that of the turn, after a patch; in the document's form, or if it begins a new output of
 * Codex, it is a patch of its own.
 */
function findDiff(text: string, context: MarkerContext, era: Era): Marker | undefined {
  if (!text.startsWith('diff --git ')) return undefined;
  const ofTurn = era !== 'cut' && context.patched && isTurnDiff(context.lineAt);
  return marker('turnDiff', ofTurn || context.fresh ? 'sure' : 'common');
}

function findExec({ lineAt }: MarkerContext): Marker | undefined {
  const next = lineAt(1);
  if (next === undefined) return marker('exec', 'word');
  const fits = startsWithShell(next) || createCommandReader().feed(next) !== undefined;
  return fits ? marker('exec', 'sure') : undefined;
}

/** Until 0.117: `file update` and the files of a patch, or `file update:` and the turn's diff; either may precede a diff. */
function findFileUpdate(text: string, { lineAt, fresh }: MarkerContext, era: Era): Marker | undefined {
  if (text !== 'file update' && text !== 'file update:') return undefined;
  const next = lineAt(1) ?? '';
  const known = era !== 'whole' || fresh;
  if (next.startsWith('diff --git ')) return marker('turnDiff', known ? 'sure' : 'common');
  if (!known) return undefined;
  if (text === 'file update:') return marker('turnDiff', 'common');
  return /^[AMDR] \S/.test(next) ? marker('fileUpdate', 'sure') : undefined;
}

function findThinking(text: string, { lineAt }: MarkerContext, era: Era): Marker | undefined {
  if (text === 'thinking') return era === 'whole' ? undefined : marker('thinking', 'word');
  if (text !== 'tokens used') return undefined;
  return isTokenCount(lineAt(1)) ? marker('tokens', 'sure', { span: 2 }) : undefined;
}

function findNotice(text: string): Marker | undefined {
  const notice = readNotice(text);
  if (notice === undefined) return undefined;
  return marker('notice', notice.common ? 'common' : 'sure', {
    goesOn: notice.goesOn,
    trace: notice.at !== undefined,
  });
}

/** The lines ahead, from the current one at 0 on, and the markers on them. */
interface Ahead {
  lineAt(index: number): string | undefined;
  markerAt(index: number): Marker | undefined;
}

/** Whether the current line continues a plan. In stamped logs each of its lines has its own stamp. */
export function isPlanLine(open: OpenEvent, era: Era, lineAt: Ahead['lineAt']): boolean {
  const text = lineAt(0) ?? '';
  if (era !== 'stamped') return readPlanStep(text) !== undefined;
  const words = readStamp(text)?.rest;
  if (words === undefined) return false;
  const next = readStamp(lineAt(1) ?? '')?.rest ?? '';
  const explains = open.texts.length === 1 && readPlanStep(next) !== undefined;
  return words.startsWith('plan: [') || readPlanStep(words) !== undefined || explains;
}

/** Whether the current line, which is no marker, explains a plan: since 0.118 a plan is recognised only by its steps. */
export function isPlanHead(open: OpenEvent | undefined, era: Era, { lineAt, markerAt }: Ahead): boolean {
  if (era === 'cut' || era === 'stamped') return false;
  if (open !== undefined && open.body.is !== 'free' && open.body.is !== 'spent' && !mayBreakOff(open)) return false;
  if (readPlanStep(lineAt(1) ?? '') === undefined || (lineAt(0) ?? '').trim() === '') return false;
  const steps = markerAt(1);
  if (steps?.kind !== 'plan') return false;
  const after = markerAt(1 + steps.span);
  return lineAt(1 + steps.span) === undefined || (after !== undefined && after.trust !== 'common');
}

/** Whether an output or a text may have ended here. */
function mayBreakOff(open: OpenEvent): boolean {
  if (open.fence > 0 || open.nested !== undefined) return false;
  if (open.body.is === 'prose') return endsBlank(open);
  return open.body.is === 'whole' && (endsBlank(open) || bodyLength(open) === 0);
}

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
