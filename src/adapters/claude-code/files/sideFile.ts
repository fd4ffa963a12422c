import type { Sample } from '../../contract.ts';
import { isJsonObject, type JsonObject } from '../../read/jsonObject.ts';

/** What a file of Claude Code is that tells of no run; undefined for any other file. */
export function sideFile({ name, text }: Sample, records: readonly JsonObject[]): string | undefined {
  const [first] = records;
  if (first !== undefined && 'display' in first && 'project' in first && 'pastedContents' in first) {
    return 'the history of prompts of all projects';
  }
  if (name.endsWith('/sessions-index.json') && text.includes('"entries"'))
    return 'an index of the sessions of a project';
  if (/(?:^|\/)todos\/[^/]+\.json$/.test(name) && isTodoList(text))
    return 'a checklist that the CLI keeps beside a session';
  return undefined;
}

function isTodoList(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((each) => isJsonObject(each) && 'content' in each && 'status' in each);
  } catch {
    return false;
  }
}
