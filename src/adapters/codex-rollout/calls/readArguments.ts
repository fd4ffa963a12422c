import { asObject, asText } from '../narrow.ts';

/** The parameters of a call: parsed where they are JSON, else the text as it stands under `raw`. */
export function readArguments(given: unknown): Record<string, unknown> {
  const object = asObject(given);
  if (object !== undefined) return object;
  const text = asText(given);
  if (text === undefined) return given == null ? {} : { raw: given };
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return asObject(parsed) ?? { raw: parsed };
  } catch {
    return { raw: text };
  }
}
