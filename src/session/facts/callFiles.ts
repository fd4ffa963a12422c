import { filledText, isJsonObject, type JsonObject } from '../json/values.ts';
import type { FilePatch, PatchHunk } from '../schema/itemParts.ts';
import type { ToolCategory } from '../schema/std001v30.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { rememberAnswers } from '../text/rememberAnswers.ts';
import { type CallInput, leavesOf, paramNumber, paramText } from './callTexts.ts';
import { type ToolAccess, toolFacts } from './toolFacts.ts';

/** What a call does to a file. */
export type FileAccess = 'read' | 'created' | 'modified' | 'deleted';

export interface FileTouch {
  readonly path: string;
  readonly access: FileAccess;
}

type Params = Readonly<Record<string, unknown>>;

/** Parameters that name one file, the most reliable first. */
const fileParams = [
  'file_path',
  'notebook_path',
  'filePath',
  'absolute_path',
  'target_file',
  'path',
  'filename',
  'file',
] as const;
/** Parameters that name several files. */
const listParams = ['files', 'paths'] as const;

/** The path that a call's parameters name: a file, or the folder to look through. */
export function pathParam(params: Params): string | undefined {
  return firstPath(params, undefined);
}

/** The first path among the parameters, skipping those with a given name. */
function firstPath(params: Params, without: string | undefined): string | undefined {
  for (const name of fileParams) {
    const value = name !== without && Object.hasOwn(params, name) ? params[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** All paths that a call names, including folders, and all paths it changed; not those that occur only inside a command. */
export function pathsNamed({ input: { params }, output }: ToolCall): string[] {
  const named = [...fileParams, ...listParams].flatMap((name) =>
    Object.hasOwn(params, name) ? leavesOf(params[name]) : [],
  );
  const patched = (output.result?.patches ?? []).flatMap(({ path, moved_to }) => [path, moved_to ?? path]);
  return [...named, ...patched];
}

/**
 * What a call does to the file it names: given by its tool's name, or by the mode in which an editor is used. Otherwise its category
 * decides: perceiving reads, acting changes.
 */
export function accessOf(tool_name: string, category: ToolCategory, params: Params): ToolAccess {
  const { family, access } = toolFacts(tool_name);
  if (family === 'edit' && params.command === 'view') return 'read';
  if (access !== undefined) return access;
  return category === 'perception' ? 'read' : category === 'action' ? 'change' : 'none';
}

const noFiles: FileNames = new Set();

/**
 * The files a call touches: those of its recorded patches, else the one that its parameters name, or the list of them.
 *
 * @param created paths that the session's summary calls created (`namedFiles`); a call that writes to one creates it.
 */
export function touchesOf(
  { tool_name, tool_category, input: { params }, output }: ToolCall,
  created: FileNames = noFiles,
): FileTouch[] {
  const patches = output.result?.patches;
  if (patches !== undefined && patches.length > 0) return patches.flatMap(touchesOfPatch);
  const path = fileParam(tool_name, params);
  const paths = path === undefined ? listedFiles(tool_name, params) : [path];
  if (paths.length === 0) return [];
  switch (accessOf(tool_name, tool_category, params)) {
    case 'none':
      return [];
    case 'read':
      return paths.map((each) => ({ path: each, access: 'read' }));
    case 'change':
      if (toolFacts(tool_name).family === 'remove') return paths.map((each) => ({ path: each, access: 'deleted' }));
      return paths.map((each) => ({ path: each, access: created.has(each) ? 'created' : 'modified' }));
  }
}

/** Maximum number of files per call. */
const mostListed = 100;

/** The files that the parameters name as a list; a tool that looks through folders may name folders. */
function listedFiles(tool_name: string, params: Params): readonly string[] {
  if (toolFacts(tool_name).folder === true) return [];
  const named = listParams.flatMap((name): unknown[] => {
    const list = Object.hasOwn(params, name) ? params[name] : undefined;
    return Array.isArray(list) ? list.slice(0, mostListed) : [];
  });
  return named.filter((each): each is string => typeof each === 'string' && each.trim() !== '');
}

/** Whether a hunk states its position. Lines count from 1, so a side that has lines but starts at 0 has an unknown position. */
export function hasLineNumbers({ old_start, old_lines, new_start, new_lines }: PatchHunk): boolean {
  return (old_start > 0 || old_lines === 0) && (new_start > 0 || new_lines === 0);
}

/** The file that the parameters name. Skips `path` for tools that look through folders, because it may be a folder. */
function fileParam(tool_name: string, params: Params): string | undefined {
  return firstPath(params, toolFacts(tool_name).folder === true ? 'path' : undefined);
}

/** Whether a path matches one of some file names. */
export interface FileNames {
  has(path: string): boolean;
}

/**
 * File names as people write them, matched against the paths of calls: `index.ts`, `src/index.ts`, `/home/me/src/index.ts` and
 * `C:\me\src\index.ts` can all be one file.
 */
export function namedFiles(names: Iterable<string>): FileNames {
  const whole = new Set([...names].map(withSlashes));
  const ends = new Set([...whole].flatMap(endsOf));
  return {
    has: rememberAnswers((path) => {
      const plain = withSlashes(path);
      return whole.has(plain) || ends.has(plain) || endsOf(plain).some((end) => whole.has(end));
    }),
  };
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Parts of a path that are looked at, from its end: a log may name paths of any depth. */
const mostParts = 64;

/** The ends of a path that begin behind a slash. */
function endsOf(path: string): string[] {
  const ends: string[] = [];
  for (let at = path.length - 2; at >= 0 && ends.length < mostParts; at -= 1)
    if (path[at] === '/') ends.push(path.slice(at + 1));
  return ends;
}

/** Whether two paths can name one file: they are equal, or one is the end of the other. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [withSlashes(one), withSlashes(other)];
  return a === b || endsWithPath(a, b) || endsWithPath(b, a);
}

function endsWithPath(path: string, end: string): boolean {
  if (end === '' || path.length <= end.length || !path.endsWith(end)) return false;
  return path.charAt(path.length - end.length - 1) === '/';
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

/**
 * The files that calls wrote, in order of appearance, for a session that does not list them: created if no earlier call read or changed
 * them, else modified. Only successful calls count. Needs the name and parameters of each call.
 */
export function filesTouched(calls: readonly JsonObject[]): { files_created: string[]; files_modified: string[] } {
  const known = new Set<string>();
  const created = new Set<string>();
  const modified = new Set<string>();
  for (const { tool_name, input, output } of calls) {
    const params = isJsonObject(input) && isJsonObject(input.params) ? input.params : {};
    const name = filledText(tool_name) ?? '';
    const path = fileParam(name, params);
    if (path === undefined || !isJsonObject(output) || output.status !== 'success') continue;
    const { access, family } = toolFacts(name);
    if (access === 'change' && family !== 'remove' && params.command !== 'view') {
      const makes = (family === 'write' || params.command === 'create') && !known.has(path);
      if (makes) created.add(path);
      else if (!created.has(path)) modified.add(path);
    }
    known.add(path);
  }
  return { files_created: [...created], files_modified: [...modified] };
}

/** The text to replace; absent where the edit named none. */
export interface Replacement {
  readonly before?: string;
  readonly after?: string;
  /** Replaces every occurrence; absent: the only one. */
  readonly all?: true;
}

/** What a call asked to do with a file: replace texts in it, or write a whole content. */
export type ChangeAsked = { readonly path: string } & (
  | { readonly replacements: readonly Replacement[] }
  | { readonly content: string }
);

/** The change that an editing or writing call asked for; undefined for other calls, and where the parameters do not say. */
export function changeAsked(call: CallInput): ChangeAsked | undefined {
  const { params } = call.input;
  const path = pathParam(params);
  if (path === undefined) return undefined;
  const { family } = toolFacts(call.tool_name);
  if (family !== 'edit' && family !== 'write') return undefined;
  const replacements = replacementsIn(params);
  if (replacements.length > 0) return { path, replacements };
  const content = family === 'write' || params.command === 'create' ? contentIn(call) : undefined;
  return content === undefined ? undefined : { path, content };
}

/** What tools call the parameter with the content to write. */
const contentParams = ['content', 'file_text', 'fileText', 'contents'] as const;

/** Where a call may have the content that it writes, as JSON Pointers. */
export const contentPointers: ReadonlySet<string> = new Set(contentParams.map((name) => `/input/params/${name}`));

/** The content to write; also one of nothing but line breaks. */
function contentIn(call: CallInput): string | undefined {
  const { content } = call.input.params;
  if (typeof content === 'string' && content !== '') return content;
  return paramText(call, ...contentParams);
}

/** What editors call the text to replace, and the text that stands for it. */
const replacementParams = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['old', 'new'],
] as const;

function replacementsIn(params: Params): Replacement[] {
  const { edits, edit } = params;
  const all: unknown[] = Array.isArray(edits) ? edits : [edit ?? params].flat();
  return all.flatMap((each) => (isJsonObject(each) ? replacementIn(each) : []));
}

function replacementIn(each: JsonObject): Replacement[] {
  const names = replacementParams.find(([before, after]) => Object.hasOwn(each, before) || Object.hasOwn(each, after));
  if (names === undefined) return [];
  const [before, after] = [each[names[0]], each[names[1]]];
  return [
    {
      ...(each.replace_all === true || each.replaceAll === true ? { all: true as const } : {}),
      ...(typeof before === 'string' ? { before } : {}),
      ...(typeof after === 'string' ? { after } : {}),
    },
  ];
}

/** Lines of a file, 1-based, both ends included; no last line where the call asked for the rest of the file. */
export interface LinesAsked {
  readonly first: number;
  readonly last?: number;
}

/** The lines that a reading call asked for; undefined where it asked for the whole file. */
export function linesAsked(call: CallInput): LinesAsked | undefined {
  const start = paramNumber(call, 'offset', 'start_line');
  const count = paramNumber(call, 'limit');
  const end = paramNumber(call, 'end_line');
  if (start === undefined && count === undefined && end === undefined) return undefined;
  const first = Math.max(1, start ?? 1);
  const last = end ?? (count === undefined ? undefined : first + count - 1);
  return { first, ...(last === undefined ? {} : { last }) };
}
