import { diagnose } from './diagnostics.ts';
import { locateJsonError } from './json/locateJsonError.ts';
import { type ParsedSession, parseSession } from './parseSession.ts';

/**
 * Reads a session from its JSON text. Text that is not JSON gives `invalid-json`, with line and column; nothing is repaired by guessing.
 */
export function parseSessionText(text: string, file?: string): ParsedSession {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let json: unknown;
  try {
    json = JSON.parse(bare);
  } catch {
    const fault = locateJsonError(bare);
    const at = {
      ...(file === undefined ? {} : { file }),
      ...(fault === undefined ? {} : { line: fault.line, column: fault.column }),
    };
    const stated = fault === undefined ? {} : { actual: fault.actual, expected: fault.expected };
    return { session: undefined, diagnostics: [diagnose('invalid-json', { at, ...stated })] };
  }
  return parseSession(json, { file });
}
