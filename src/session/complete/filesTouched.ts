import { isJsonObject, type JsonObject, textOf } from '../json/jsonObject.ts';

const writing = new Set(['write', 'create']);
const editing = new Set(['edit', 'multiedit', 'notebookedit', 'update']);

/**
 * Files that the calls wrote, in order of appearance: created where nothing read or changed them before, else modified.
 * Only calls that succeeded count.
 */
export function filesTouched(calls: readonly JsonObject[]): { files_created: string[]; files_modified: string[] } {
  const known = new Set<string>();
  const created = new Set<string>();
  const modified = new Set<string>();
  for (const call of calls) {
    const path = pathOf(call);
    if (path === undefined || !isJsonObject(call.output) || call.output.status !== 'success') continue;
    const tool = String(call.tool_name).toLowerCase();
    if (editing.has(tool) || (writing.has(tool) && known.has(path))) {
      if (!created.has(path)) modified.add(path);
    } else if (writing.has(tool)) created.add(path);
    known.add(path);
  }
  return { files_created: [...created], files_modified: [...modified] };
}

function pathOf({ input }: JsonObject): string | undefined {
  const params = isJsonObject(input) && isJsonObject(input.params) ? input.params : {};
  return textOf(params.file_path) ?? textOf(params.path);
}
