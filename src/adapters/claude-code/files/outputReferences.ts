import { field, isJsonObject } from '../../read/jsonObject.ts';
import { isPersisted } from '../results/readShellResult.ts';

/**
 * Names of files that the results of a record were put into. The path in the log is never followed: only its last step
 * is looked up among the files of the source.
 */
export function outputReferences(record: unknown): string[] {
  if (!isJsonObject(record) || record.type !== 'user') return [];
  const message = field.object(record, 'message');
  const names: string[] = [];
  for (const block of message === undefined ? [] : field.objects(message, 'content')) {
    const text = resultText(block);
    if (text === undefined || !isPersisted(text)) continue;
    const id = field.text(block, 'tool_use_id');
    if (id !== undefined) names.push(`${id}.txt`, `${id}.json`);
    const path = savedPath.exec(text.slice(0, 2000))?.[1];
    if (path !== undefined) names.push(lastStep(path));
  }
  return names;
}

const savedPath = /saved to: ([^\n]{1,1000})/;

function resultText(block: Readonly<Record<string, unknown>>): string | undefined {
  if (block.type !== 'tool_result') return undefined;
  if (typeof block.content === 'string') return block.content;
  const [first] = field.objects(block, 'content');
  return first === undefined ? undefined : field.text(first, 'text');
}

/** Both kinds of slashes: a log of Windows may be read anywhere. */
function lastStep(path: string): string {
  return path.trim().slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
