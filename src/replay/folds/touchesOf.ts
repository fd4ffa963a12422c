import type { FilePatch, ToolCall } from '../../session/index.ts';

/** What a call does to a file. */
export type FileAccess = 'read' | 'created' | 'modified' | 'deleted';

export interface FileTouch {
  readonly path: string;
  readonly access: FileAccess;
}

const fileParams = ['file_path', 'notebook_path', 'filePath', 'path'] as const;
/** A tool whose name has one of these looks through a folder: its `path` is no file. */
const folderWords = ['grep', 'glob', 'search', 'find', 'list', 'tree', 'dir'];

/**
 * The files a call touches: those of its recorded patches, else the one that its parameters name.
 *
 * @param created paths that the session's summary calls created; a call that writes to one makes it.
 */
export function touchesOf(
  { tool_name, tool_category, input, output }: ToolCall,
  created: ReadonlySet<string>,
): FileTouch[] {
  const patches = output.result?.patches;
  if (patches !== undefined && patches.length > 0) return patches.flatMap(touchesOfPatch);
  if (tool_category !== 'perception' && tool_category !== 'action') return [];
  const named = fileParams.find((param) => {
    const value = input.params[param];
    return typeof value === 'string' && value !== '' && !(param === 'path' && isFolderTool(tool_name));
  });
  if (named === undefined) return [];
  const path = input.params[named] as string;
  if (tool_category === 'perception') return [{ path, access: 'read' }];
  return [{ path, access: created.has(path) ? 'created' : 'modified' }];
}

function touchesOfPatch({ path, change, moved_to }: FilePatch): FileTouch[] {
  switch (change) {
    case 'added':
      return [{ path, access: 'created' }];
    case 'modified':
      return [{ path, access: 'modified' }];
    case 'deleted':
      return [{ path, access: 'deleted' }];
    case 'renamed':
      return moved_to === undefined
        ? [{ path, access: 'modified' }]
        : [
            { path, access: 'deleted' },
            { path: moved_to, access: 'created' },
          ];
    default:
      return change satisfies never;
  }
}

function isFolderTool(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'ls' || folderWords.some((word) => lower.includes(word));
}
