import type { Carrier } from '../carrier/openCarrier.ts';
import { type Outcome, outcome as outcomeSchema } from '../schema/itemParts.ts';

/** The outcome that a call or a run tells itself, else the one that its status stands for. */
export function chooseOutcome(told: unknown, byStatus: Outcome, carrier: Carrier): Outcome {
  const { success, data } = outcomeSchema.safeParse(told);
  if (success) return data;
  if (typeof told === 'string') carrier.replaced(['outcome'], told, byStatus);
  else carrier.misfit(['outcome'], told, 'a string');
  return byStatus;
}
