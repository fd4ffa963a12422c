import { openMargin } from '../carrier/openMargin.ts';
import { withInferred } from '../carrier/withInferred.ts';
import { isGiven, isJsonObject, isStringList, type JsonObject } from '../json/values.ts';
import { renameFields } from './renameFields.ts';

/** Takes what a session says in other words than v3.0's, where v3.0's own field is free. */
export function takeAliases(json: JsonObject): JsonObject {
  const named = renameFields(json, {
    created_at: ['started_at'],
    completed_at: ['ended_at'],
    task_title: ['title'],
    task_description: ['description'],
    user_prompt: ['prompt'],
  });
  return takeFiles(takeUpdate(named));
}

/** v2 says when a session was changed last, not when it ended. */
function takeUpdate(json: JsonObject): JsonObject {
  const renamed = renameFields(json, { completed_at: ['updated_at'] });
  return renamed === json ? json : withInferred(renamed, 'completed_at');
}

const fileLists = ['files_created', 'files_modified'];

/** Lists of files that stand beside the summary; a summary in prose gives way to them. */
function takeFiles(json: JsonObject): JsonObject {
  const { summary } = json;
  const free = fileLists.filter((name) => {
    return isStringList(json[name]) && !(isJsonObject(summary) && summary[name] !== undefined);
  });
  if (free.length === 0) return json;
  const margin = openMargin(json);
  if (!isJsonObject(summary) && isGiven(summary)) margin.keep(['summary'], summary);
  const rest = Object.fromEntries(Object.entries(json).filter(([key]) => !free.includes(key)));
  const lists = Object.fromEntries(free.map((name) => [name, json[name]]));
  return { ...rest, summary: { ...(isJsonObject(summary) ? summary : {}), ...lists }, ...margin.fields() };
}
