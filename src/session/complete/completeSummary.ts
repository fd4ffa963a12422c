import type { Carrier } from '../carrier/openCarrier.ts';
import { filesTouched } from '../facts/callFiles.ts';
import { fieldTypes, isJsonObject, isStringList, type JsonObject, textOf } from '../json/values.ts';

/** A summary with every field that v3.0 demands, counted from the calls where the file does not say. */
export function completeSummary(
  raw: unknown,
  { calls, durationMs }: { calls: readonly JsonObject[]; durationMs: number },
  carrier: Carrier,
): JsonObject {
  const fields = summaryFields(raw, carrier);
  const files = (name: 'files_created' | 'files_modified'): string[] => {
    const { value, kept } = pathsOf(fields[name]);
    if (kept) carrier.keep(['summary', name], fields[name]);
    return carrier.need(['summary', name], value, fieldTypes.strings, () => filesTouched(calls)[name]);
  };
  return {
    ...fields,
    total_duration_ms: carrier.need(
      ['summary', 'total_duration_ms'],
      fields.total_duration_ms,
      fieldTypes.size,
      () => durationMs,
    ),
    tool_calls_count: carrier.need(
      ['summary', 'tool_calls_count'],
      fields.tool_calls_count,
      fieldTypes.count,
      () => calls.length,
    ),
    files_created: files('files_created'),
    files_modified: files('files_modified'),
  };
}

/** A summary in prose is kept in the margin: what v3.0 demands is counted. */
function summaryFields(raw: unknown, carrier: Carrier): JsonObject {
  if (isJsonObject(raw)) return raw;
  if (typeof raw === 'string') carrier.keep(['summary'], raw);
  else carrier.misfit(['summary'], raw, 'an object');
  return {};
}

/** Some files list objects with a path and more: the paths count, the rest is kept. */
function pathsOf(value: unknown): { value: unknown; kept: boolean } {
  if (!Array.isArray(value) || isStringList(value)) return { value, kept: false };
  const paths = value.map((each) => (isJsonObject(each) ? textOf(each.path) : textOf(each)));
  return isStringList(paths) ? { value: paths, kept: true } : { value, kept: false };
}
