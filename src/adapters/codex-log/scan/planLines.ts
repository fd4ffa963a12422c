import { readPlanStep } from '../grammar/readPlanStep.ts';
import type { Era } from '../grammar/stamp.ts';
import { readStamp } from '../grammar/stamp.ts';
import { bodyLength, endsBlank, type OpenEvent } from './bodies.ts';
import type { Marker } from './markers.ts';

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
