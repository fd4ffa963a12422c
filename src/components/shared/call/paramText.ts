import type { ToolCall } from '../../../session/index.ts';

/** The first of these parameters that is a text with something in it, or a list of texts (a command as `argv`). */
export function paramText(call: ToolCall, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    if (!Object.hasOwn(call.input.params, name)) continue;
    const value = call.input.params[name];
    const text = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(' ') : value;
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

/** The first of these parameters that is a whole number, or a text that is one. */
export function paramNumber(call: ToolCall, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    if (!Object.hasOwn(call.input.params, name)) continue;
    const value = call.input.params[name];
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number)) return number;
  }
  return undefined;
}
