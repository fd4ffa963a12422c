import { field, isJsonObject } from '../read/jsonObject.ts';

/** A research note as text: the claim, then what backs it. The first models wrote notes as plain strings. */
export function renderNote(note: unknown): string {
  if (typeof note === 'string') return note;
  if (!isJsonObject(note)) return JSON.stringify(note);
  const claim = field.text(note, 'claim') ?? '';
  const rest = (['source', 'evidence', 'confidence', 'todo'] as const)
    .filter((key) => note[key] != null)
    .map((key) => `  ${key}: ${typeof note[key] === 'string' ? note[key] : JSON.stringify(note[key])}`);
  return [claim, ...rest].join('\n');
}
